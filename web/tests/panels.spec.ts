// Findings that lead to the byte, and references that lead both ways.

import { expect, settled, test, visit } from './relict';
import { accessible, addressed } from './seen';

interface Checked {
    errors: number;
    warnings: number;
    findings: {
        code: string;
        path: string;
        offset: number | null;
        length: number | null;
        message: string;
        help: string;
    }[];
}

interface Refs {
    uses: { name: string; state: string; to?: string }[];
    used_by: { from: string }[];
}

const ODD = 'parkan/oddities.rlb';
const TANK = 'parkan/units.rlb/tank.msh';

test('a finding leads to its bytes', async ({ page, world }) => {
    const { findings } = await world.api<Checked>('check', { p: ODD });
    expect(findings.length).toBeGreaterThan(0);
    await visit(page, world, `#/${ODD}`);
    await page.getByRole('tab', { name: 'Findings' }).click();
    await expect(page.locator('.finding')).toHaveCount(findings.length);
    const finding = findings.find(({ offset, length }) => offset !== null && (length ?? 0) > 1);
    if (!finding) throw new Error('no place');
    await expect(page.locator('.findings')).toContainText(finding.code);
    await page
        .locator('.finding', { hasText: finding.message.replaceAll('`', '') })
        .first()
        .click();
    await settled(page);
    expect(addressed(page, 'view')).toBe('bytes');
    expect(Number(addressed(page, 'at'))).toBe(finding.offset);
    await expect(page.locator('#hex-cursor')).toHaveAttribute(
        'aria-label',
        new RegExp(`^0x${finding.offset?.toString(16)}: `),
    );
    await expect(page.locator('.byte.in-mark').first()).toBeVisible();
    // The list stays, for whoever goes from one finding to the next.
    await expect(page.locator('.finding')).toHaveCount(findings.length);
    await expect(page.locator('.finding[aria-current]')).toContainText(finding.message.replaceAll('`', ''));
});

test('where nothing is wrong, that is said', async ({ page, world }) => {
    const { findings } = await world.api<Checked>('check', { p: TANK });
    expect(findings).toEqual([]);
    await visit(page, world, `#/${TANK}?view=bytes`);
    await page.getByRole('tab', { name: 'Findings' }).click();
    await expect(page.locator('.panel-good')).toBeVisible();
});

test('a whole folder is checked when somebody asks', async ({ page, world }) => {
    await visit(page, world, '#/parkan');
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.locator('.finding').first()).toBeVisible();
    const count = await page.locator('.finding').count();
    await page.locator('.finding').first().click();
    await settled(page);
    await expect(page.locator('.finding')).toHaveCount(count);
    await page.getByRole('link', { name: 'parkan', exact: true }).last().click();
    await expect(page.locator('h1')).toHaveText('parkan');
    await expect(page.locator('.finding')).toHaveCount(count);
});

test('references lead to what is used, and back', async ({ page, world }) => {
    const { uses } = await world.api<Refs>('refs', { p: TANK });
    const use = uses.find(({ to }) => to);
    if (!use?.to) throw new Error('uses nothing');
    await visit(page, world, `#/${TANK}?view=bytes`);
    await page.getByRole('tab', { name: 'References' }).click();
    await expect(page.locator('.refs-group').first().locator('.ref')).toHaveCount(uses.length);
    await page.locator('.refs').getByRole('link', { name: use.name, exact: true }).first().click();
    await settled(page);
    expect(decodeURIComponent(new URL(page.url()).hash)).toContain(use.to);
    await expect(page.getByRole('tab', { name: 'References' })).toHaveAttribute('aria-selected', 'true');
    await page.locator('.refs').getByRole('link', { name: TANK }).first().click();
    await settled(page);
    expect(decodeURIComponent(new URL(page.url()).hash)).toContain(TANK);
});

test('panels keep nobody out', async ({ page, world }) => {
    test.slow();
    await visit(page, world, `#/${ODD}?view=list`);
    await page.getByRole('tab', { name: 'Findings' }).click();
    await expect(page.locator('.finding').first()).toBeVisible();
    await accessible(page);
    await page.getByRole('tab', { name: 'References' }).click();
    await expect(page.locator('.refs')).toHaveAttribute('aria-busy', 'false');
    await accessible(page);
});
