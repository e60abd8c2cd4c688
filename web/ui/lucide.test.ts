import type * as icons from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createLucideIcon from './lucide.ts';

test.each(['x', 'heart', 'shopping-bag', 'circle-check', 'truck', 'house', 'chevron-down', 'loader-circle'])(
  'the %s of the browser is drawn as the server draws it',
  async (name) => {
    const module = (await import(`../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`)) as {
      __iconData: Parameters<typeof createLucideIcon>[0];
      default: icons.LucideIcon;
    };
    for (const props of [
      { className: 'ic size-4', strokeWidth: 1.75, 'aria-hidden': true, focusable: false },
      { size: 20 },
    ]) {
      const given = { 'aria-hidden': true, ...props } as const;
      const drawn = renderToStaticMarkup(createElement(createLucideIcon(module.__iconData), given));
      expect(drawn).toBe(renderToStaticMarkup(createElement(module.default, given)));
    }
  },
);
