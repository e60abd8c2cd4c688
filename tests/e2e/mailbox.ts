import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';

/**
 * Waits for an email to `recipient` that matches `pattern` and returns the first group, from the
 * newest such email. Without SMTP_URL the shop writes emails as `.eml` files to its data folder
 * (tests/e2e/server.ts creates it in the temporary folder).
 */
export async function readMail(recipient: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      () => {
        found = mailsTo(recipient)
          .map((text) => pattern.exec(text)?.[1])
          .find((match) => match !== undefined);
        return found !== undefined;
      },
      { timeout: 60_000, message: `a mail to ${recipient} with ${pattern}` },
    )
    .toBe(true);
  return found ?? '';
}

/** The texts of the emails to `recipient`, newest first. */
function mailsTo(recipient: string): string[] {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('kishmish-e2e-'));
  return folders
    .flatMap((folder) => {
      const mails = path.join(tmpdir(), folder, 'mail');
      try {
        return readdirSync(mails)
          .filter((name) => name.endsWith('.eml'))
          .map((name) => path.join(mails, name));
      } catch {
        // A folder of another run, or no email yet.
        return [];
      }
    })
    .sort((a, b) => path.basename(b).localeCompare(path.basename(a)))
    .map(textOf)
    .filter((mail) => mail.includes(`To: ${recipient}`));
}

/** The emails read so far: an email never changes. */
const texts = new Map<string, string>();

function textOf(file: string): string {
  try {
    const text = texts.get(file) ?? plainPart(readFileSync(file, 'utf8'));
    texts.set(file, text);
    return text;
  } catch {
    // The folder of another shop has been removed since it was listed.
    return '';
  }
}

/** Headers and text of an email with quoted-printable decoded. */
function plainPart(mail: string): string {
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
