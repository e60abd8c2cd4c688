import m from '#messages/data-notice';
import { AppLink } from '#web/ui/link.tsx';
import { rich } from '#web/ui/rich.tsx';

/** Forms that take personal data. The newsletter has the owner's own sentence. */
type Purpose = 'order' | 'contact' | 'track' | 'stockAlert' | 'review' | 'replacement';

/**
 * What the data of a form is for, beside its button, with the way to the privacy policy (DPDP Act,
 * D64). A new tab: what is typed stays.
 */
export function DataNotice({ of, className = '' }: { of: Purpose; className?: string }) {
  const policy = (text: string) => (
    <AppLink className="link" to="/privacy-policy" target="_blank">
      {text}
    </AppLink>
  );
  return <p className={`hint ${className}`}>{rich(m[of](), { link: policy })}</p>;
}
