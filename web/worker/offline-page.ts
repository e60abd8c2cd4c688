/**
 * The page for when there is neither a network nor a cached copy: no files, nothing that could fail to load. Its script
 * loads the page when the network is back, and that page sends the orders.
 *
 * @param orders the numbers of the orders that wait on this device
 */
const html = (orders: readonly string[], nonce: string) => `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>You are offline</title>
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
<h1>You are offline</h1>
${orders.map(savedOrder).join('')}<p>This page needs an internet connection. Your cart is safe on this device.</p>
<nav aria-label="Pages kept on this device"><a href="/">Home</a><a href="/cart">Cart</a><a href="">Try again</a></nav>
</main>
<script nonce="${nonce}">addEventListener('online',()=>location.reload())</script>
</body>
</html>
`;

const savedOrder = (orderNumber: string) =>
  `<p><b>Order ${orderNumber.replace(/\W/g, '')} is saved on this phone. Do not pay again.</b> We will send it when you are back online.</p>\n`;

export function offlinePage(orders: readonly string[]): Response {
  const nonce = crypto.randomUUID();
  return new Response(html(orders, nonce), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`,
    },
  });
}
