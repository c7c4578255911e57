// Elements in one expression. Text is always text: nothing here takes markup, and names out of archives may be anything.

export type Child = Node | string | number | null | undefined | false | Child[];

type Listeners = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

export interface Props {
    class?: string;
    text?: string;
    on?: Listeners;
    style?: Record<string, string>;
    /** Any other attribute; `true` gives an empty one, and `false`, `null` and `undefined` none. */
    [attribute: string]: unknown;
}

type Attribute = string | number | boolean | null | undefined;

function give(element: Element, name: string, value: Attribute): void {
    if (value === false || value === null || value === undefined) return;
    element.setAttribute(name, value === true ? '' : String(value));
}

function dress(element: HTMLElement | SVGElement, props: Props): void {
    for (const [name, value] of Object.entries(props)) {
        if (name === 'text') element.textContent = String(value);
        else if (name === 'on') listen(element, value as Listeners);
        else if (name === 'style') paint(element, value as Record<string, string>);
        else give(element, name, value as Attribute);
    }
}

function listen(element: Element, listeners: Listeners): void {
    for (const [type, listener] of Object.entries(listeners)) {
        element.addEventListener(type, listener as EventListener);
    }
}

function paint(element: HTMLElement | SVGElement, style: Record<string, string>): void {
    for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
}

function hang(element: Element, children: Child[]): void {
    for (const child of children) {
        if (Array.isArray(child)) hang(element, child);
        else if (child !== null && child !== undefined && child !== false) {
            element.append(child instanceof Node ? child : String(child));
        }
    }
}

/** `el('button', { class: 'tool', on: { click } }, 'Save')` */
export function el<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    props: Props = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    dress(element, props);
    hang(element, children);
    return element;
}

/** The same for SVG. */
export function svg(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    dress(element, props);
    hang(element, children);
    return element;
}

/** Puts these children in place of whatever is there. */
export function fill(host: Element, ...children: Child[]): void {
    host.replaceChildren();
    hang(host, children);
}

/** Listens as long as `signal` is not aborted. */
export function on<K extends keyof WindowEventMap>(
    target: EventTarget,
    type: K,
    listener: (event: WindowEventMap[K]) => void,
    signal: AbortSignal,
    options: AddEventListenerOptions = {},
): void {
    target.addEventListener(type, listener as EventListener, { ...options, signal });
}
