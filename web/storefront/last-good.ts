import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router';
import m from '#messages/frame';
import { withoutBase } from '#web/lib/language.ts';
import { toast } from '#web/ui/toast.tsx';

/** Added to a list's loader data in the browser: the message of a failed load. */
export type Failing = { failure?: string };

/**
 * Keeps a list on the screen when its next load fails (R1.8; G5: "keep the last good content").
 * Create one per route module; it stores data in the browser only.
 */
export function lastGood<Data extends object>() {
  let kept: { pathname: string; data: Data } | null = null;
  return {
    /**
     * For a `clientLoader`: the server's data, or the last good data of the same path with the
     * error message.
     *
     * @throws the error of the load, when there is no good data for that path
     */
    async load(
      request: Request,
      fromServer: () => Promise<Data>,
      sentence: (error: unknown) => string,
    ): Promise<Data & Failing> {
      try {
        return await fromServer();
      } catch (error) {
        // Redirects are thrown too, and so are loads superseded by a newer navigation.
        const passing = error instanceof Response || request.signal.aborted;
        if (passing || kept?.pathname !== withoutBase(new URL(request.url).pathname)) throw error;
        return { ...kept.data, failure: sentence(error) };
      }
    },

    /**
     * For the page component: returns its data, remembers good data, and shows a toast with Retry
     * on a failure.
     */
    usePageData(data: Data & Failing): Data & Failing {
      const { pathname } = useLocation();
      const { revalidate } = useRevalidator();
      useEffect(() => {
        if (!data.failure) kept = { pathname, data };
      }, [pathname, data]);
      useEffect(() => {
        if (data.failure) toast.error(data.failure, { action: { label: m.retry(), onPress: revalidate } });
      }, [data, revalidate]);
      return data;
    },
  };
}

/**
 * The reason of a failed load, for messages that include it ('Failed to load combo products:
 * {message}').
 */
export function reasonOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `HTTP ${error.status}: ${error.statusText}`;
  // Browsers use different messages for a network error and for a response that is not the page's
  // data.
  if (!(error instanceof Error) || error instanceof TypeError || /turbo-stream/.test(error.message)) {
    return m.unreachable();
  }
  return error.message;
}
