import type { Language } from '#shop/language.ts';

/** A message as WhatsApp shows it. */
export function ChatBubble({ language, text }: { language: Language; text: string }) {
  return (
    <p
      lang={language}
      className="max-w-md whitespace-pre-line wrap-anywhere rounded-card bg-ok-bg px-4 py-3 text-[0.9375rem]"
    >
      {text}
    </p>
  );
}
