import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import m from '#messages/frame';
import type { Homepage } from '#shop/content/content.ts';
import { call, isApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';

type NewsletterContent = Homepage['newsletter'];

type Message = { good: boolean; text: string };

/** Subscribes the address (D10); returns the message to display. */
async function subscribe(email: string, content: NewsletterContent): Promise<Message> {
  try {
    await call('POST /newsletter', { body: { email } });
    return { good: true, text: content.successMessage };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 409) return { good: true, text: content.duplicateMessage };
    return { good: false, text: error.status === 400 ? content.errorMessage : error.message };
  }
}

/** The newsletter block of the footer. `policy`: the footer's link to the privacy policy (D64). */
export function Newsletter({
  heading,
  content,
  policy,
}: {
  heading: string;
  content: NewsletterContent;
  policy: { label: string; href: string } | undefined;
}) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    const result = await subscribe(String(new FormData(form).get('email') ?? ''), content);
    setBusy(false);
    setMessage(result);
    if (result.good) form.reset();
    else form.querySelector('input')?.focus();
  };

  return (
    <div className="news">
      <h2>{heading}</h2>
      <p>
        <b className="weight-600 text-white">{content.title}.</b> {content.text}
      </p>
      <form action="/api/newsletter" method="post" noValidate onSubmit={submit}>
        <input
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          aria-label={m.emailAddress()}
          aria-invalid={message?.good === false || undefined}
          aria-describedby={id}
          placeholder={content.placeholder}
          onChange={() => setMessage(null)}
        />
        <Button type="submit" variant="paper" busy={busy}>
          {content.buttonText}
        </Button>
      </form>
      {/* Displayed through the URL hash after the form was submitted without JavaScript (server/newsletter). */}
      <p id="newsletter-thanks" className="news-told">
        {content.successMessage}
      </p>
      <div id="newsletter-invalid" className="news-told">
        <Note tone="bad">{content.errorMessage}</Note>
      </div>
      <div id="newsletter-later" className="news-told">
        <Note tone="bad">{m.newsletterLater()}</Note>
      </div>
      <div id={id} className={message ? 'news-said' : ''} role="status">
        {message && (message.good ? message.text : <Note tone="bad">{message.text}</Note>)}
      </div>
      <p className="mt-2.5 text-small">
        <span>{content.consentText}</span>{' '}
        {policy && (
          <AppLink className="underline" to={policy.href}>
            {policy.label}
          </AppLink>
        )}
      </p>
    </div>
  );
}
