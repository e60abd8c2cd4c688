import { expect, test } from 'vitest';
import { wakeLater } from './wake.ts';

const PAGE = [
  '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>',
  '<script>window.__reactRouterContext = {};</script>',
  '<script type="module" async="">import "/assets/manifest-1.js";\nimport * as route0 from "/assets/a.js";\n',
  'import * as route1_clientLoader from "/assets/b.js";\nconst route1 = {...route1_clientLoader};\n',
  '  window.__reactRouterRouteModules = {"root":route0};\n\nimport("/assets/entry.js");</script>',
].join('');

test('a page asks for none of its scripts by itself, and carries what it needs to do so later', () => {
  const html = wakeLater(PAGE);
  expect(html).not.toMatch(/modulepreload" href|^import /m);
  expect(html).toContain('["/assets/a.js","/assets/b.js"]');
  expect(html).toContain('await import("/assets/manifest-1.js")');
  expect(html).toContain('const route0=await import("/assets/a.js");');
  expect(html).toContain('const route1 = {...route1_clientLoader};');
  expect(html).toContain('<script>window.__reactRouterContext = {};</script>');
  const code = /<script>(\(function[\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
  expect(code).not.toBe('');
  expect(() => new Function(code.replaceAll('import(', 'load('))).not.toThrow();
});

test.each([
  ['no script at all', '<p>Hello</p>'],
  ['another kind of import', PAGE.replace('import * as route0', 'import route0')],
  ['no modules', PAGE.replace('__reactRouterRouteModules', 'other')],
])('a page that is not as expected (%s) is a fault, not a page that never wakes up', (_, html) => {
  expect(() => wakeLater(html)).toThrow('web/wake.ts');
});
