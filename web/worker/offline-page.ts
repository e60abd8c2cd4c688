import m from '#messages/offline';
import { languageOf, pathIn, tagOf } from '#shop/language.ts';
import { speaking } from './languages.ts';

/**
 * The page for when there is neither a network nor a cached copy: no files, nothing that could fail
 * to load. Its script loads the page when the network is back, and that page sends the orders.
 *
 * @param pathname of the page that was requested, which decides the language
 * @param orders the numbers of the orders that wait on this device
 */
export function offlinePage(pathname: string, orders: readonly string[]): Response {
  const nonce = crypto.randomUUID();
  return new Response(
    speaking(pathname, () => offlineHtml(pathname, orders, nonce)),
    {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`,
      },
    },
  );
}

function offlineHtml(pathname: string, orders: readonly string[], nonce: string): string {
  const language = languageOf(pathname);
  const saved = orders.map((orderNumber) => `<p>${m.savedOrder({ id: orderNumber.replace(/\W/g, '') })}</p>\n`);
  return `<!doctype html>
<html lang="${tagOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${m.title()}</title>
<style>
body{margin:0;background:#fbf5ea;color:#2a1a22;font:400 1rem/1.55 system-ui,sans-serif}
main{box-sizing:border-box;min-height:100vh;max-width:36rem;margin:0 auto;padding:1.25rem;display:flex;flex-direction:column;justify-content:center}
h1{margin:0 0 .5rem;font:600 2.25rem/1.05 Georgia,serif}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;color:#184329}
</style>
</head>
<body>
<main>
<h1>${m.title()}</h1>
${saved.join('')}<p>${m.text()}</p>
<nav aria-label="${m.keptPages()}"><a href="${pathIn(language, '/')}">${m.home()}</a><a href="${pathIn(language, '/cart')}">${m.cart()}</a><a href="">${m.tryAgain()}</a></nav>
</main>
<script nonce="${nonce}">addEventListener('online',()=>location.reload())</script>
</body>
</html>
`;
}
