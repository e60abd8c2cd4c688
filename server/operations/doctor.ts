import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { CheckName, HealthCheck } from '#shop/operations/api.ts';
import { type Database, isReadOnly } from '../database/connect.ts';
import { checkFile, engineName, serverClock } from '../database/engine.ts';
import { isDamaged } from '../database/errors.ts';
import { isMigrated, isNewer } from '../database/migrate.ts';
import { remedyOf, WHEN_DAMAGED, WHEN_FULL } from '../database/remedies.ts';
import { reportsBehind } from '../database/replica.ts';
import { describeRefusal, whyNoWrites } from '../database/writes.ts';
import type { Env } from '../env.ts';
import { countGivenUp, RESEND_MS } from '../mail/mail.queries.ts';
import { addressOf } from '../mail/sender.ts';
import { verifySmtp } from '../mail/smtp.ts';
import { probeStorage } from '../media/picture-store.ts';
import { makeFolder } from '../root.ts';
import { failedBackup, lastBackup } from './automatic.ts';
import { examineCertificate } from './certificate.ts';
import { freeOnDisk } from './disk.ts';
import {
  count,
  DAY,
  duration,
  type Finding,
  fault,
  GB,
  gigabytes,
  HOUR,
  MINUTE,
  reason,
  warn,
  well,
} from './finding.ts';
import { examineInvoices } from './invoices.ts';
import { readMailQueue } from './operations.queries.ts';
import { judgeMailbox, judgeProof, type ProofHealth } from './payments.ts';
import { judgeProxies } from './proxies.ts';
import { hopsOf } from './proxy-hops.ts';

/**
 * Free disk space below which an operator is warned, and below which the shop may stop taking
 * orders, bytes.
 */
const SPACE = { warn: 2 * GB, fault: GB / 2 };
/** A replica that is further behind shows reports of another day, ms. */
const BEHIND_MS = HOUR;
/** A response of the database should not take longer, ms. */
const SLOW_MS = 100;
/** How long another program may keep SQLite locked: as long as an order waits for it. */
const LOCKED_MS = 5_000;
/** How far two clocks may be apart, ms. Signatures for object storage fail at 15 minutes. */
const CLOCK = { warn: 5_000, fault: 60_000 };
const FETCH_MS = 5_000;
/** Codes of the errors about a certificate. */
const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/;

/** Of these, those where the issuer is unknown. */
const CHAIN = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** What other parts of the shop know about their own health. */
export interface Sources {
  /** Names of stored secrets that the present SECRETS_KEY does not open. */
  settings: { lostSecrets(): Promise<string[]> };
  accounts: { lostSecrets(): Promise<string[]> };
  webhooks: { lostSecrets(): Promise<string[]> };
  proof: ProofHealth;
  /** How many addresses `X-Forwarded-For` of most requests has; null while too few have come. */
  arrivals: { usualHops(): Promise<number | null> };
}

/** What the checks look at. */
interface Patient {
  sources: Sources;
  database: Database;
  reports: Database;
  env: Env;
  /** Epoch ms. */
  now: () => number;
  /** `X-Forwarded-For` of the request that asks, if one does: empty when it has none. */
  forwardedFor?: string;
  /**
   * Looks at every page of the database, which takes seconds for each gigabyte, and stores
   * something: for a command, not for a request.
   */
  thorough?: boolean;
  /** Free space of the disk with a folder, bytes. */
  freeBytes?: (folder: string) => Promise<number>;
}

/** Every check, in the order in which they are listed. A check that throws is a fault. */
const CHECKS: [name: CheckName, look: (patient: Patient) => Promise<Finding>][] = [
  ['Environment', environment],
  ['Database', database],
  ['Reports', replica],
  ['Disk space', diskSpace],
  ['Mail', mail],
  ['Payment messages', ({ sources, now }) => judgeMailbox(sources.proof, now())],
  ['Payment proof', ({ sources }) => judgeProof(sources.proof)],
  ['Invoices', ({ database, now }) => examineInvoices(database, now())],
  ['Secrets', secrets],
  ['Object storage', objectStorage],
  ['Clock', clock],
  ['Public address', publicAddress],
  ['Certificate', ({ env, now }) => examineCertificate(env.publicUrl, now())],
  ['Proxy', proxy],
  ['Backup', backup],
];

/** Runs all checks at once. None throws, and each ends within seconds unless it is `thorough`. */
export async function examine(patient: Patient): Promise<HealthCheck[]> {
  const run = async ([name, look]: (typeof CHECKS)[number]): Promise<HealthCheck> => {
    const finding = await look(patient).catch((error: unknown) =>
      fault(`This cannot be checked: ${reason(error)}.`, 'Read the log of the shop.'),
    );
    return { name, ...finding };
  };
  // A thorough look at SQLite blocks the event loop for seconds, in which the time limits of the
  // others would run out.
  const first = CHECKS.map((check) => (check[1] === database ? run(check) : null));
  await Promise.all(first);
  return Promise.all(CHECKS.map((check, index) => first[index] ?? run(check)));
}

async function environment({ env }: Patient): Promise<Finding> {
  if (!env.production) return warn('The shop runs for development.', 'Start it with npm start, without NODE_ENV.');
  if (env.adminPassword !== null) {
    return warn(
      'ADMIN_PASSWORD is still set; it is only read while there is no user.',
      'Remove ADMIN_EMAIL and ADMIN_PASSWORD from the environment.',
    );
  }
  return well(`Every variable is valid, and the shop runs on Node ${process.versions.node}.`);
}

async function database(patient: Patient): Promise<Finding> {
  try {
    return (patient.thorough ? await damage(patient.database) : null) ?? (await databaseState(patient));
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return damaged(reason(error));
  }
}

const damaged = (what: string) => fault(`The database file is damaged: ${what}.`, WHEN_DAMAGED);

/** Reads the whole file of SQLite. PostgreSQL has checksums of its own. */
async function damage({ db }: Database): Promise<Finding | null> {
  const found = await checkFile(db);
  return found === null ? null : damaged(reason(found));
}

async function databaseState({ database, thorough = false }: Patient): Promise<Finding> {
  const engine = engineName(database.db);
  const startedAt = performance.now();
  try {
    await sql`select 1`.execute(database.db);
  } catch (error) {
    return fault(`${engine} does not answer: ${reason(error)}.`, 'Start it, or correct DATABASE_URL.');
  }
  const ms = Math.ceil(performance.now() - startedAt);
  if (await isReadOnly(database)) {
    return fault(
      'PostgreSQL is read-only, so the shop takes no orders: it may be a standby.',
      'Set DATABASE_URL to the primary and restart the shop. Promote this server only if no other primary runs and the former one cannot come back: two primaries lose orders.',
    );
  }
  if (!(await isMigrated(database))) {
    return fault('The schema is not up to date.', 'Restart the shop, or run npm run db:migrate.');
  }
  if (await isNewer(database)) {
    return fault(
      'The schema is of another version: a newer shop has migrated it.',
      'Run the newer code in every process, or restore a backup of this version.',
    );
  }
  const refusal = await whyNoWrites(database, { until: performance.now() + LOCKED_MS, store: thorough });
  if (refusal) {
    const action = remedyOf(refusal, database.file) ?? WHEN_FULL;
    return fault(`${describeRefusal(refusal)} The shop takes no orders.`, action);
  }
  if (ms > SLOW_MS) {
    return warn(`${engine} took ${ms} ms to answer.`, 'Look at its load, its disk and the network between.');
  }
  return well(`${engine} answers in ${ms} ms, takes writes, and its schema is up to date.`);
}

async function replica(patient: Patient): Promise<Finding> {
  const correct = 'Start the replica, correct DATABASE_REPORTS_URL, or remove it: reports then read the database.';
  try {
    const behind = await reportsBehind(patient);
    if (behind === null) return well('Reports read the database itself.');
    if (behind < MINUTE) return well('The replica that reports read is up to date.');
    const text = `The replica that reports read is ${duration(behind)} behind.`;
    return behind > BEHIND_MS ? warn(text, 'Look at its load, its disk and the network between.') : well(text);
  } catch (error) {
    return fault(`The replica of DATABASE_REPORTS_URL cannot be used: ${reason(error)}.`, correct);
  }
}

async function diskSpace({ env, freeBytes = freeOnDisk }: Patient): Promise<Finding> {
  const found = [await space(env.dataDir, 'without it the shop takes no orders', freeBytes)];
  if (env.backups) found.push(await space(env.backups.dir, 'without it there are no new backups', freeBytes));
  const wrong = found.filter(({ state }) => state !== 'ok');
  if (wrong.length === 0) return well(found.map(({ text }) => text).join(' '));
  const worst = wrong.some(({ state }) => state === 'fault') ? fault : warn;
  return worst(wrong.map(({ text }) => text).join(' '), wrong.map(({ action }) => action).join(' '));
}

async function space(dir: string, why: string, freeBytes: typeof freeOnDisk): Promise<Finding> {
  const folder = path.resolve(dir);
  try {
    makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    return fault(`${folder} cannot be written: ${reason(error)}.`, `Give the user of the shop the folder: ${why}.`);
  }
  const free = await freeBytes(folder);
  const text = `${gigabytes(free)} are free for ${folder}.`;
  if (free < SPACE.fault) return fault(text, `Free space now: ${why}.`);
  return free < SPACE.warn ? warn(text, 'Free space, or move the folder to a larger disk.') : well(text);
}

async function mail({ env, database, now }: Patient): Promise<Finding> {
  if (!env.smtpUrl) {
    return warn('Mails are written to files in DATA_DIR and reach nobody.', 'Set SMTP_URL to your mail server.');
  }
  try {
    await verifySmtp(env.smtpUrl);
  } catch (error) {
    return fault(
      `The mail server refuses the shop: ${reason(error)}.`,
      'Correct SMTP_URL, or look at the network and the provider; mails wait and are sent when it works.',
    );
  }
  const { waiting, oldestAt, failed } = await readMailQueue(database.db, now() - DAY);
  if (failed > 0) {
    return fault(
      `${count(failed, 'mail')} of the last day could not be sent.`,
      'Look for “mail not sent” in the log. Then send them again: Shop Settings → Health of the shop.',
    );
  }
  const sender = addressOf(env.mailFrom);
  if (sender.endsWith('.example')) {
    return warn(
      `MAIL_FROM is ${sender}, an address of nobody: mail servers may refuse the mails, and replies get lost.`,
      'Set MAIL_FROM to the address of your shop.',
    );
  }
  if (oldestAt !== null && now() - oldestAt > HOUR) {
    return warn(
      `${count(waiting, 'mail')} wait, the oldest for ${duration(now() - oldestAt)}.`,
      'Look for “mail not sent” in the log.',
    );
  }
  const left = await countGivenUp(database.db, now() - RESEND_MS, now());
  if (left > 0) {
    return warn(
      `${count(left, 'mail')} of the last 30 days could not be sent.`,
      'Correct wrong addresses, then send them again: Shop Settings → Health of the shop.',
    );
  }
  return well('The mail server accepts the shop, and no mail is late.');
}

async function secrets({ sources, env }: Patient): Promise<Finding> {
  const { settings, accounts, webhooks } = sources;
  const lost = (await Promise.all([settings, accounts, webhooks].map((part) => part.lostSecrets()))).flat();
  if (lost.length === 0) return well('Every stored password and key can be opened.');
  return fault(
    `SECRETS_KEY ${env.secretsKey ? 'is another one than before' : 'is not set'}: the shop cannot open ${lost.join(', ')}.`,
    'Set the former SECRETS_KEY and restart the shop. If it is lost, enter them again; an admin can reset two-step sign-in under Account → Team, and npm run account on the server.',
  );
}

async function objectStorage({ env }: Patient): Promise<Finding> {
  if (!env.s3) return well('None is set: pictures are in DATA_DIR.');
  try {
    const { open } = await probeStorage(env.s3);
    if (open) return fault('Everybody can read the bucket.', 'Make it private: it has photos of replacement requests.');
  } catch (error) {
    return fault(
      `The bucket cannot be used: ${reason(error)}.`,
      'Correct the variables S3_… and the rights of the key, or look at the network and the provider.',
    );
  }
  return well('The shop can write, read and delete in the bucket, and strangers cannot read it.');
}

async function clock({ env, database, now }: Patient): Promise<Finding> {
  const newest = await database.db
    .selectFrom('orders')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const ahead = (newest?.created_at ?? 0) - now();
  if (ahead > CLOCK.fault) {
    return fault(`The newest order is ${duration(ahead)} in the future.`, 'Set the clock of this machine (NTP).');
  }
  const other = await otherClock(database, env);
  if (!other) return well('There is no other clock to compare with.');
  const apart = Math.abs(other.at - now());
  const text = `This machine and ${other.name} are ${(apart / 1000).toFixed(1)} s apart.`;
  if (apart > CLOCK.fault) return fault(text, 'Set both clocks (NTP): holds, codes and signatures depend on them.');
  return apart > CLOCK.warn ? warn(text, 'Run NTP on both.') : well(text);
}

/** The time elsewhere, in epoch ms: of the database server, else of what answers at PUBLIC_URL. */
async function otherClock({ db }: Database, env: Env): Promise<{ name: string; at: number } | null> {
  const serverAt = await serverClock(db);
  if (serverAt !== null) return { name: engineName(db), at: serverAt };
  if (!env.publicUrl) return null;
  const response = await request(`${env.publicUrl}/healthz`).catch(() => null);
  const at = Date.parse(response?.headers.get('date') ?? '');
  // The header has whole seconds.
  return Number.isNaN(at) ? null : { name: 'the server of PUBLIC_URL', at: at + 500 };
}

async function publicAddress({ env: { publicUrl } }: Patient): Promise<Finding> {
  if (!publicUrl) {
    return warn('PUBLIC_URL is not set: mails have no links.', 'Set it to the address that shoppers use.');
  }
  const { protocol, hostname, pathname } = new URL(publicUrl);
  if (pathname !== '/')
    return fault(`PUBLIC_URL has a path (${pathname}).`, 'The shop must be at the top of its domain.');
  const local = /^(localhost|127\.|\[::1\])/.test(hostname);
  if (protocol !== 'https:' && !local) {
    return fault(
      'PUBLIC_URL is not https: addresses and sign-ins of shoppers can be read on the way.',
      'Put a proxy with TLS in front (deploy/Caddyfile) and change PUBLIC_URL.',
    );
  }
  if (local) return warn('PUBLIC_URL is an address of this machine.', 'Set it to the address that shoppers use.');
  try {
    const response = await request(`${publicUrl}/healthz`);
    const body = await response.text();
    if (response.status !== 200 || !body.includes('"ok"')) throw new Error(`it returned ${response.status}`);
  } catch (error) {
    if (CERTIFICATE.test(codeOf(error))) {
      return fault(
        `The certificate of ${publicUrl} is not valid: ${reason(error)}. Browsers do not let shoppers in.`,
        CHAIN.test(codeOf(error))
          ? 'Serve the whole chain of a certificate that browsers trust, with certbot fullchain.pem and not cert.pem, and reload the proxy.'
          : 'Renew it, for example with certbot renew, and reload the proxy.',
      );
    }
    return fault(
      `PUBLIC_URL does not lead to the shop from this machine: ${reason(error)}.`,
      'Open it from outside. If it fails there too, look at DNS, the firewall and the proxy; otherwise let this machine reach it.',
    );
  }
  return well(`${publicUrl} leads to the shop.`);
}

async function proxy({ env, sources, forwardedFor }: Patient): Promise<Finding> {
  const own = forwardedFor === undefined ? null : hopsOf(forwardedFor);
  return judgeProxies(env, await sources.arrivals.usualHops(), own);
}

async function backup({ database, env, now }: Patient): Promise<Finding> {
  const last = await lastBackup(database);
  const plan = env.backups;
  const action = plan
    ? 'Look for “the automatic backup failed” in the log.'
    : 'Run npm run backup, or set BACKUP_DIR for automatic backups.';
  const age = last ? now() - last.at : 0;
  const text = last
    ? `The last backup (${last.file}, ${gigabytes(last.bytes)}) is ${duration(age)} old.`
    : 'There has never been a backup.';
  const failed = await failedBackup(database);
  if (failed) {
    const ago = duration(now() - failed.at);
    return fault(`${text} The automatic one failed ${ago} ago: ${reason(failed.reason)}.`, action);
  }
  if (!last) return fault(text, action);
  if (plan && age > 2 * plan.everyMs) return fault(text, action);
  // One that failed is tried again within the hour.
  if (plan && age > plan.everyMs + HOUR) return warn(text, action);
  if (last.missing > 0) {
    const lacks = `${text} It lacks ${count(last.missing, 'picture or photo', 'pictures and photos')}`;
    if (!last.older) {
      return warn(`${lacks}.`, 'npm run backup names the files; check the disk or the object storage.');
    }
    const { files, has } = last.older;
    return fault(
      `${lacks}; of those, ${files.join(' and ')} ${files.length === 1 ? 'has' : 'have'} ${has}.`,
      'Bring the disk or the bucket back, or take the files from there: docs/operations.md, Lost pictures. Then make a backup.',
    );
  }
  return age > 2 * DAY && !plan ? warn(text, action) : well(text);
}

function request(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'manual' });
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return String(Object(cause).code ?? '');
}
