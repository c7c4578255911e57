// Tables: wear tables, texts, records. Colours stand as swatches.

import '../styles/views.css';
import type { Cell, Table } from '../api';
import { cellText, shownCell } from '../cells';
import { copied } from '../copy';
import { ask } from '../dialog';
import { el, fill } from '../dom';
import { type Column, GridTable } from '../gridtable';
import { icon } from '../icons';
import { sentenceCase } from '../labels';
import { numberOf } from '../sizes';
import { select, toolbar } from '../tools';
import type { Context, Mount } from './index';

const ROW = 32;
const MEASURED_ROWS = 400;

type Row = { number: number; cells: Cell[] };

/** As wide as what stands in it, within reason. */
function widthOf(sheet: Table, column: number): number {
    const longest = sheet.rows
        .slice(0, MEASURED_ROWS)
        .reduce(
            (most, row) => Math.max(most, cellText(row[column]).length + (row[column]?.kind === 'colour' ? 4 : 0)),
            0,
        );
    return Math.min(64, Math.max(6, longest + 3, (sheet.columns[column] ?? '').length + 3));
}

/** Many tables count their rows themselves. */
function numbered(sheet: Table): boolean {
    return sheet.rows.every((row, index) => Number(row[0]?.value ?? row[0]?.text ?? -1) === index);
}

function columns(sheet: Table): Column<Row>[] {
    const number: Column<Row> = {
        id: 'number',
        label: '№',
        width: '64px',
        class: 'number muted',
        render: (row) => String(row.number),
        order: (row) => row.number,
    };
    const others = sheet.columns.map((label, at): Column<Row> => {
        const width = widthOf(sheet, at);
        const numeric = sheet.rows
            .slice(0, MEASURED_ROWS)
            .every((row) => row[at]?.kind === 'number' || row[at]?.kind === 'nothing');
        const order = ({ cells }: Row): string | number =>
            numeric ? Number(cells[at]?.value ?? cells[at]?.text ?? 0) : cellText(cells[at]);
        return {
            id: String(at),
            label: sentenceCase(label),
            width: `minmax(${Math.min(24, width) * 8}px, ${width}fr)`,
            class: numeric ? 'number' : '',
            render: ({ cells }) => shownCell(cells[at]),
            order,
        };
    });
    return numbered(sheet) ? others : [number, ...others];
}

function matching(sheet: Table, wanted: string): Row[] {
    const rows = sheet.rows.map((cells, index) => ({ number: index, cells }));
    const needle = wanted.trim().toLowerCase();
    return needle
        ? rows.filter(({ cells }) => cells.some((cell) => cellText(cell).toLowerCase().includes(needle)))
        : rows;
}

function asText(sheet: Table): string {
    const line = (cells: string[]): string => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t');
    return [line(sheet.columns), ...sheet.rows.map((row) => line(row.map(cellText)))].join('\n');
}

/** A row by itself, with all that did not fit into it. */
async function openRow({ t }: Context, sheet: Table, row: Row): Promise<void> {
    const pairs = sheet.columns.map((label, at) => [
        el('dt', { text: sentenceCase(label) }),
        el('dd', { class: 'row-value' }, shownCell(row.cells[at])),
    ]);
    await ask(
        t('web-row', { number: row.number }),
        [el('div', { class: 'facts' }, el('dl', {}, pairs))],
        [{ label: t('web-close'), value: 'close' }],
    );
}

function sheetView(context: Context, sheet: Table, tools: HTMLElement[]): { element: HTMLElement; destroy(): void } {
    const { t, api, query } = context;
    const all = columns(sheet);
    const grid = new GridTable<Row>({
        label: sheet.title || t('web-view-table'),
        rowHeight: ROW,
        columns: all,
        open: (row) => void openRow(context, sheet, row),
        leastWidth: 64 + sheet.columns.reduce((sum, _, at) => sum + Math.min(24, widthOf(sheet, at)) * 8, 0),
    });
    const count = el('span', { class: 'count', role: 'status' });
    const filter = el('input', {
        class: 'field',
        type: 'search',
        value: query.get('q') ?? '',
        placeholder: t('web-filter-rows'),
        'aria-label': t('web-filter-rows'),
    });
    const show = (): void => {
        const rows = matching(sheet, filter.value);
        count.textContent = t('web-rows', { count: rows.length, shown: numberOf(rows.length, api.lang) });
        grid.set(rows);
    };
    filter.addEventListener('input', () => {
        context.setQuery({ q: filter.value || null });
        show();
    });
    const copy = async (): Promise<void> =>
        context.say((await copied(asText(sheet))) ? t('web-copied') : t('web-not-copied'));
    const button = el(
        'button',
        { class: 'button', type: 'button', on: { click: () => void copy() } },
        icon('copy'),
        t('web-copy-table'),
    );
    show();
    const bar = toolbar(t('web-view-table'), tools, filter, el('span', { class: 'grow' }), count, button);
    return { element: el('div', { class: 'page' }, bar, grid.element), destroy: () => grid.destroy() };
}

export const mount: Mount = (host, context) => {
    const { info, t, query } = context;
    const { tables: sheets } = info;
    let made: { destroy(): void } | null = null;
    const show = (index: number): void => {
        made?.destroy();
        const sheet = sheets[index] ?? sheets[0];
        if (!sheet) {
            fill(host, el('div', { class: 'empty', text: t('web-table-empty') }));
            return;
        }
        const named = sheets.map(({ title }, at) => ({ value: String(at), label: title || String(at + 1) }));
        const choose = (value: string): void => {
            context.setQuery({ sheet: value === '0' ? null : value });
            show(Number(value));
        };
        const shown = sheetView(
            context,
            sheet,
            sheets.length > 1 ? [select(t('web-sheet'), named, String(index), choose)] : [],
        );
        made = shown;
        fill(host, shown.element);
    };
    show(Number(query.get('sheet') ?? 0));
    return { destroy: () => made?.destroy() };
};
