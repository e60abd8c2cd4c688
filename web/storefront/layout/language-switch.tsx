import { useLocation } from 'react-router';
import { LANGUAGES, type Language, pathIn, tagOf } from '#shop/language.ts';

/**
 * A link to the same page in another language, named in that language. It loads a new document,
 * with the words of its language. The inline script of the page remembers the choice
 * (web/language-script.ts).
 */
export function LanguageSwitch({ to, className }: { to: Language; className?: string }) {
  const { pathname, search } = useLocation();
  return (
    <a className={className} href={pathIn(to, pathname + search)} hrefLang={tagOf(to)} lang={tagOf(to)}>
      {LANGUAGES[to].name}
    </a>
  );
}
