import m from '#messages/offline';
import { languageOf, pathIn, tagOf } from '#shop/language.ts';
import { speaking } from './languages.ts';

/** Without a kept home page: the shop's ground and ink. */
const PLAIN_STYLE = '<style>body{background:#fbf5ea;color:#27181f;font-family:sans-serif}</style>';

/**
 * The page for when there is neither a network nor a cached copy, in the styles and under the logo
 * of the home page, which is kept with its files. Its script loads the page when the network is
 * back, and that page sends the orders.
 *
 * @param pathname of the page that was requested, which decides the language
 * @param orders the numbers of the orders that wait on this device
 * @param home the kept home page; empty without one
 */
export function offlinePage(pathname: string, orders: readonly string[], home: string): Response {
  const nonce = crypto.randomUUID();
  return new Response(
    speaking(pathname, () => offlineHtml(pathname, orders, home, nonce)),
    {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'`,
      },
    },
  );
}

function offlineHtml(pathname: string, orders: readonly string[], home: string, nonce: string): string {
  const language = languageOf(pathname);
  const [style = PLAIN_STYLE] = /<style.*?<\/style>/s.exec(home) ?? [];
  const [logo = ''] = /<a class="nav-logo.*?<\/a>/s.exec(home) ?? [];
  const saved = orders.map((orderNumber) => `<p>${m.savedOrder({ id: orderNumber.replace(/\W/g, '') })}</p>\n`);
  return `<!doctype html>
<html lang="${tagOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${m.title()}</title>
${style}
</head>
<body>
<header class="nav"><div class="page nav-in">${logo}</div></header>
<main class="page py-section">
<h1 class="text-display-lg">${m.title()}</h1>
${saved.join('')}<p class="lead mt-3">${m.text()}</p>
<nav class="flex flex-wrap gap-3 mt-6" aria-label="${m.keptPages()}"><a class="btn btn-primary" href="">${m.tryAgain()}</a><a class="btn btn-line" href="${pathIn(language, '/')}">${m.home()}</a><a class="btn btn-line" href="${pathIn(language, '/cart')}">${m.cart()}</a></nav>
</main>
<script nonce="${nonce}">addEventListener('online',()=>location.reload())</script>
</body>
</html>
`;
}
