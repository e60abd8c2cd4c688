/**
 * The part of the service worker's global scope that worker.ts uses. TypeScript's `webworker` and
 * `dom` libraries cannot be combined in one project.
 */
export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean }): Promise<readonly { readonly url: string }[]>;
  };
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: ExtendableEvent & { readonly tag: string }) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableEvent & Message) => void): void;
}

interface Message {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export interface ExtendableEvent {
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
