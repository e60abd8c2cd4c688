import { expect, test } from 'vitest';
import { chromeLink, inAppBrowser } from './in-app.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${ANDROID} Chrome/126.0 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android (34/14; 480dpi)`, 'Instagram'],
  [`${IPHONE} Mobile/15E148 Instagram 335.1.8.26.85 (iPhone15,2; iOS 17_5)`, 'Instagram'],
  [`${ANDROID} Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/467.0.0.46.109;]`, 'Facebook'],
  [`${IPHONE} Mobile/21F90 [FBAN/FBIOS;FBAV/468.0.0.33.72;FBDV/iPhone15,2]`, 'Facebook'],
  [`${ANDROID} Chrome/126.0 Mobile Safari/537.36`, null],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, null],
  // WhatsApp opens pages in the browser of the phone.
  [`${ANDROID} Chrome/126.0 Mobile Safari/537.36 WhatsApp/2.24`, null],
  ['', null],
])('%s: %s', (userAgent, app) => {
  expect(inAppBrowser(userAgent)).toBe(app);
});

test('a page opens in Chrome with its path and query', () => {
  expect(chromeLink('https://shop.example/hi/?a=1')).toBe(
    'intent://shop.example/hi/?a=1#Intent;scheme=https;package=com.android.chrome;end',
  );
});
