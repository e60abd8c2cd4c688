import { whatsAppShare } from '#shop/contacts/whatsapp.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useBrand } from '../lib/brand.ts';

/** What only whoever runs the server can set up. The owner gets plain words and a message to send. */
const WORDS = {
  mail: {
    what: 'So far, the shop writes its emails into files: nobody gets them. It needs the name and the password of a mailbox, such as care@ with the name of your shop. You get one where you bought that name, or from Google Workspace or Zoho Mail.',
    message: (shop: string) =>
      [
        `Hello, please connect the emails of our shop ${shop}.`,
        'Set these two variables where the shop runs, and restart it:',
        'SMTP_URL=smtps://USER:PASSWORD@SERVER:465',
        `MAIL_FROM=${shop} <the address of our mailbox>`,
        'I send you the mailbox and its password separately. How it works: docs/operations.md, "Mail".',
      ].join('\n'),
  },
  backup: {
    what: 'A backup is a second copy of all orders, products and pictures. If the server breaks, the shop can be brought back from it. So far, none is made by itself.',
    message: (shop: string) =>
      [
        `Hello, please switch on the daily backups of our shop ${shop}.`,
        'Set this variable where the shop runs, and restart it:',
        'BACKUP_DIR=/a/folder/on/another/disk',
        'The folder should be on another disk, or be copied to another place. How it works: docs/operations.md, "Back up and restore".',
      ].join('\n'),
  },
  address: {
    what: 'The shop does not know its own address, so Google and Meta could not find your products.',
    message: (shop: string) =>
      [
        `Hello, please tell our shop ${shop} its address.`,
        'Set this variable where the shop runs, and restart it:',
        'PUBLIC_URL=https://THE-ADDRESS-OF-OUR-SHOP',
      ].join('\n'),
  },
} as const;

/** What it is, whom to ask, and what to send them. */
export function AskServer({ about }: { about: keyof typeof WORDS }) {
  const brand = useBrand();
  const { what, message } = WORDS[about];
  const text = message(brand.name);
  const copy = async () => {
    if (await copyText(text)) toast.success('Copied');
    else toast.error('This browser does not copy by itself. Please select the message and copy it.');
  };
  return (
    <div className="grid justify-items-start gap-2">
      <p>{what}</p>
      <p>Send this to whoever set up the server of your shop: a developer, or the company that hosts it.</p>
      <pre className="mono w-full overflow-x-auto rounded-[10px] bg-paper-deep p-3 text-small whitespace-pre-wrap">
        {text}
      </pre>
      <span className="row-actions">
        <Button variant="quiet" size="admin" onClick={copy}>
          Copy the message
        </Button>
        <a className="btn btn-quiet btn-admin" href={whatsAppShare(text)} target="_blank" rel="noreferrer">
          Send it by WhatsApp
        </a>
      </span>
    </div>
  );
}
