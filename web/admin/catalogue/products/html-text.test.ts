import { expect, test } from 'vitest';
import { htmlText } from './html-text.ts';

test.each([
  ['Whole and crisp.', 'Whole and crisp.'],
  ['Line one\nLine two', 'Line one\nLine two'],
  ['<p>Whole &amp; crisp.</p><p>From&nbsp;Kashmir</p>', 'Whole & crisp.\n\nFrom Kashmir'],
  ['<ul><li>Raw</li>\n<li><b>Unsalted</b></li></ul>', '• Raw\n\n• Unsalted'],
  ['<table><tr><th>Energy</th><td>579 kcal</td></tr></table>', 'Energy 579 kcal'],
  ['One<br>two<br/>three', 'One\ntwo\nthree'],
  [`<img src="data:image/png;base64,${'A'.repeat(250_000)}">Nuts`, 'Nuts'],
  ['Good<script>alert(1)</script> nuts<style>p{color:red}</style>', 'Good nuts'],
  ['<img src=x onerror=alert(1)>Nuts', 'Nuts'],
  ['<scr<script>ipt>alert(1)</script>Nuts', 'ipt>alert(1)Nuts'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['2 < 3 & 5 > 4', '2 < 3 & 5 > 4'],
  ['<p>Unclosed <b>bold', 'Unclosed bold'],
  ['', ''],
])('%j says %j', (html, text) => expect(htmlText(html)).toBe(text));

test('a description of many open elements is read at once', () => {
  const started = performance.now();
  expect(htmlText(`${'<div>'.repeat(30_000)}Nuts`)).toBe('Nuts');
  expect(performance.now() - started).toBeLessThan(5_000);
});
