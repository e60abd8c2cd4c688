/** An alert of the shop, as the browser shows it. */
export interface Notice {
  title: string;
  body: string;
  /** A later alert with the same tag replaces this one. */
  tag: string;
  /** A page of the admin. */
  url: string;
}

/**
 * What a push message says (server/accounts/staff-notices.ts); what it does not say, or not as expected,
 * gets general words.
 */
export function noticeOf(text: string): Notice {
  const said = parsed(text);
  const word = (name: keyof Notice, otherwise: string) => {
    const value = said[name];
    return typeof value === 'string' && value !== '' ? value.slice(0, 200) : otherwise;
  };
  const url = word('url', '/admin');
  return {
    title: word('title', 'New order'),
    body: word('body', ''),
    tag: word('tag', 'order'),
    url: /^\/admin(\?|$)/.test(url) ? url : '/admin',
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
