import { useLocation } from 'react-router';
import m from '#messages/frame';
import { pathIn } from '#shop/language.ts';
import { OTHER_LANGUAGE } from '#web/lib/language.ts';

/**
 * A link to the same page in the other language, named in that language. It loads a new document,
 * because each language has its own build. The inline script of the page remembers the choice
 * (web/language-script.ts).
 */
export function LanguageSwitch({ className }: { className?: string }) {
  const { pathname, search } = useLocation();
  return (
    <a
      className={className}
      href={pathIn(OTHER_LANGUAGE, pathname + search)}
      hrefLang={OTHER_LANGUAGE}
      lang={OTHER_LANGUAGE}
    >
      {m.otherLanguage()}
    </a>
  );
}
