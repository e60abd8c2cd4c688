import { describe, expect, test } from 'vitest';
import { isHidden, walkHtml } from './html.ts';

function eventsOf(html: string, options?: Parameters<typeof walkHtml>[2]) {
  const told: string[] = [];
  const whole = walkHtml(
    html,
    {
      open: (name, attributes) => told.push(`<${[name, ...Object.values(attributes)].join(' ')}>`),
      close: (name) => told.push(`</${name}>`),
      text: (text) => told.push(text),
    },
    options,
  );
  return { whole, told: told.join('') };
}

describe('reading HTML', () => {
  test('each element that opens also closes', () => {
    expect(eventsOf('<TABLE><tr><td COLSPAN=2>A &amp; B<br><td>C</table>D<p>E').told).toBe(
      '<table><tr><td 2>A & B<br></br></td><td>C</td></tr></table>D<p>E</p>',
    );
  });

  test('scripts, styles, titles and comments are left out', () => {
    expect(eventsOf('<head><title>x</title></head><script>a<b</script><style>p{}</style><!-- y -->z').told).toBe(
      '<head></head>z',
    );
  });

  test('what is skipped is left out with all that it holds', () => {
    const skip = (_name: string, attributes: Readonly<Record<string, string>>) => isHidden(attributes);
    expect(eventsOf('<p>a<b hidden>x<i>y</i></b>c</p>', { skip }).told).toBe('<p>ac</p>');
  });

  test('it ends when the reader has enough', () => {
    let seen = 0;
    walkHtml(
      '<p>1234567</p>'.repeat(100_000),
      { open: () => (seen += 1), close: () => {}, text: () => {} },
      { isDone: () => seen > 0 },
    );
    expect(seen).toBeLessThan(10_000);
  });

  test('a page that is nested too deeply is cut', () => {
    expect(eventsOf('<b>'.repeat(10_001)).whole).toBe(false);
    expect(eventsOf('<b>'.repeat(10_000)).whole).toBe(true);
  });

  test('depth takes no long time', () => {
    const before = performance.now();
    eventsOf('<b>'.repeat(9_999) + '</i>'.repeat(100_000));
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});
