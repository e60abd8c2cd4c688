import m from '#messages/in-app';
import { chromeLink, inAppBrowser } from '#shop/money/in-app.ts';
import { platformOf } from '#shop/money/upi.ts';
import { useHydrated } from '#web/lib/device.ts';
import { pagePath } from '#web/lib/language.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Note } from '#web/ui/note.tsx';

/**
 * Inside Instagram or Facebook, before paying: how to open the shop in the browser, because UPI apps
 * do not open here. What is on the device stays here.
 */
export function InAppNote({ className = '' }: { className?: string }) {
  if (!useHydrated()) return null;
  return <OpenInBrowser className={className} cartStays address={window.location.origin + pagePath('/')} />;
}

/** The same with the address to open, which may be of a page that needs nothing of the device. */
export function OpenInBrowser(props: { address: string; cartStays: boolean; className?: string }) {
  const app = inAppBrowser(navigator.userAgent);
  if (app === null) return null;
  return (
    <Note tone="warn" className={props.className}>
      <p>
        <b>{m.said({ app })}</b>
      </p>
      <p>{m.how()}</p>
      {props.cartStays && <p>{m.again({ app })}</p>}
      <p className="flex flex-wrap items-center gap-x-5">
        {platformOf(navigator.userAgent) === 'android' && (
          <a className="link link-tap" href={chromeLink(props.address)}>
            {m.chrome()}
          </a>
        )}
        <CopyButton text={props.address} what={m.link()} word={m.copy()} />
      </p>
    </Note>
  );
}
