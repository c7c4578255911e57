// The page begins here: the server is asked who it is, words are fetched, and the shell takes over.

import './style.css';
import { Api } from './api';
import { Shell } from './shell';
import { el, fill } from './dom';
import { Catalogue, preferredLanguage } from './words';

async function start(host: HTMLElement): Promise<void> {
    const api = new Api();
    const session = await api.session();
    api.lang = preferredLanguage(session.languages);
    const words = new Catalogue(api.lang === 'ru' ? 'ru' : 'en', await api.words(api.lang));
    new Shell(host, api, session, words).start();
}

const host = document.getElementById('app');
if (host) {
    start(host).catch((error: unknown) => {
        // Without words nothing better can be said.
        fill(host, el('p', { class: 'failure', role: 'alert' }, String(error)));
    });
}
