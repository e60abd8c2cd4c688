import { createContext, type RouterContextProvider } from 'react-router';
// The only import from the server, and types only: the services themselves come from the load
// context.
import type { Services } from '../server/services.ts';

export type { Services };

export const servicesContext = createContext<Services>();

/** The built files of the browser. */
export interface Built {
  /**
   * Reads a file by its address, such as `/assets/app.css`.
   *
   * @throws Error when there is none
   */
  read(address: string): string;
  /**
   * The addresses of the words in the language of the page, by the names under which the scripts
   * import them. Empty in development.
   */
  words: Readonly<Record<string, string>>;
}

export const builtContext = createContext<Built>();

/**
 * Receives the HTML of the page: a body of `Response` would be copied three times on its way to the
 * page cache. `own`: the text of the page's styles, and the mark of its scripts.
 */
export type TakeHtml = (html: Buffer, own: { css: string; nonce: string }) => void;

export const takeHtmlContext = createContext<TakeHtml>();

/** Receives an error of a loader or of rendering, which React Router turns into an error page. */
export type TakeError = (error: unknown) => void;

export const takeErrorContext = createContext<TakeError>();

/** The services of the shop, in a loader. */
export function getServices(context: Readonly<RouterContextProvider>): Services {
  return context.get(servicesContext);
}
