// The page begins here: the server is asked who it is, words are fetched, and the shell takes over.

import './style.css';
import './styles/shell.css';
import { Api, type Session } from './api';
import { el, fill } from './dom';
import { Shell } from './shell';
import { startTheme } from './theme';
import { Catalogue, keepLanguage, type Language, preferredLanguage } from './words';

async function speak(host: HTMLElement, api: Api, session: Session, language: Language): Promise<Shell> {
    const words = new Catalogue(language, await api.words(language));
    api.lang = language;
    document.documentElement.lang = language;
    const other = (wanted: Language): void => {
        keepLanguage(wanted);
        shell.end();
        void speak(host, api, session, wanted);
    };
    const shell: Shell = new Shell({ host, api, session, words, speak: other });
    shell.start();
    return shell;
}

async function start(host: HTMLElement): Promise<void> {
    startTheme();
    const api = new Api();
    const session = await api.session();
    await speak(host, api, session, preferredLanguage(session.languages));
}

const host = document.getElementById('app');
if (host) {
    start(host).catch((error: unknown) => {
        // Without words nothing better can be said.
        fill(host, el('p', { class: 'failure', role: 'alert' }, String(error)));
    });
}
