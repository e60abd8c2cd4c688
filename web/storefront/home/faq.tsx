import { Link } from 'react-router';
import m from '#messages/home';
import type { Homepage } from '#shop/content/content.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { rich } from '#web/ui/rich.tsx';

/** The six questions, one open at a time (R1.1). @param first no teasers above it leave room */
export function Faq({ faq, promise, first }: { faq: Homepage['faq']; promise: string; first?: boolean }) {
  return (
    <section className={`later page pb-section ${first ? 'pt-section' : ''}`} id="questions">
      <div className="grid gap-5 lg:grid-cols-[4fr_7fr] lg:items-start lg:gap-20">
        <div>
          <h2 className="text-display-lg">{faq.title}</h2>
          <p className="mt-2 text-ink-soft">
            {rich(m.somethingElse(), {
              link: (text) => (
                <Link className="link" to="/contact-us">
                  {text}
                </Link>
              ),
            })}{' '}
            {promise}
          </p>
        </div>
        <Accordion items={faq.items.map(({ id, question, answer }) => ({ id, title: question, body: answer }))} />
      </div>
    </section>
  );
}
