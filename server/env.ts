import { z } from 'zod';

/** The name or address of a server. */
const HOST = /^[\w.:[\]-]+$/;

/**
 * An S3-compatible bucket. `url` is the URL of the bucket, with a prefix if the bucket is shared,
 * without a trailing slash.
 */
export interface ObjectStorage {
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** When and where backups are made without anybody asking. */
interface BackupPlan {
  dir: string;
  everyMs: number;
  /** How many are kept. */
  keep: number;
}

/**
 * The process configuration, read once at start. Settings that can change at run time are in the
 * database.
 */
export interface Env {
  port: number;
  host: string;
  /** Folder for the SQLite file, uploaded pictures and unsent mail. */
  dataDir: string;
  /** PostgreSQL connection string; null means SQLite in `dataDir`. */
  databaseUrl: string | null;
  /** Public URL of the shop without a trailing slash; null if not set. */
  publicUrl: string | null;
  adminEmail: string | null;
  adminPassword: string | null;
  /** Object storage for uploaded pictures (S3 API); null keeps them in `dataDir` alone. */
  s3: ObjectStorage | null;
  /** Automatic backups; null makes none. */
  backups: BackupPlan | null;
  smtpUrl: string | null;
  /** Name and address, or an address alone (mail/sender.ts). */
  mailFrom: string;
  /**
   * 32 bytes that encrypt credentials in the database (secret-box.ts); null if none may be stored
   * there.
   */
  secretsKey: Buffer | null;
  /** Password of the mailbox that receives the bank's alerts; replaces the one in the settings. */
  mailboxPassword: string | null;
  /** Shown by those who may read `/metrics`; null: there is no such page. */
  metricsToken: string | null;
  /** Number of trusted proxies in front of the shop, for the client address; 0 trusts none. */
  trustProxy: number;
  logLevel: string;
  /**
   * Requests per minute from one address before it gets 429, API and pages separately; responses
   * from the page cache do not count.
   */
  rateLimit: number;
  /** Load the demo shop into an empty database. */
  demo: boolean;
  production: boolean;
}

const flag = (name: string) =>
  z
    .enum(['true', 'false', '1', '0'], `${name} must be true or false.`)
    .transform((text) => text === 'true' || text === '1');

/** An address without slashes at its end. */
const httpUrl = (message: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !new URL(text).search, message)
    .transform((text) => text.replace(/\/+$/, ''));

/**
 * False where a `/`, `#` or `?` in the password ends the address before its server, or a `%` begins
 * what is no character.
 */
function namesServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname, search, hash } = new URL(text);
  if (username === '' && (/@/.test(pathname + hash) || /^\?[^=]*=*@/.test(search))) return false;
  try {
    decodeURIComponent(password);
    return true;
  } catch {
    // Both libraries take such a text as it is.
    return /%(?![0-9a-f]{2})/i.test(password);
  }
}

const noServer = (name: string) =>
  `${name} is no address of a server: write the characters / # ? % @ in its password as %2F %23 %3F %25 %40.`;

/** Hex, base64 or base64url; empty for other text. */
function bytesOfKey(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return Buffer.from(/^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? text : '', 'base64');
}

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'PORT must be a number from 0 to 65535.')
    .default(3000),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      message: 'DATABASE_URL must begin with postgres:// (leave it out to use SQLite).',
      abort: true,
    })
    .refine(namesServer, noServer('DATABASE_URL'))
    .optional(),
  PUBLIC_URL: httpUrl('PUBLIC_URL must be an http or https address such as https://shop.example.').optional(),
  ADMIN_EMAIL: z
    .email('ADMIN_EMAIL must be an email address.')
    .transform((text) => text.toLowerCase())
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'ADMIN_PASSWORD must have at least 8 characters.')
    .max(128, 'ADMIN_PASSWORD must have at most 128 characters.')
    .optional(),
  S3_URL: httpUrl(
    'S3_URL must be the address of a bucket such as https://s3.ap-south-1.amazonaws.com/my-bucket.',
  ).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'BACKUP_EVERY must be a whole number of hours from 1 to 999.')
    .transform(Number)
    .optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'BACKUP_KEEP must be a whole number from 1 to 999.')
    .transform(Number)
    .optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:\/\/./.test(text) && (!URL.canParse(text) || HOST.test(new URL(text).hostname)), {
      message: 'SMTP_URL must begin with smtp:// or smtps:// and name a server.',
      abort: true,
    })
    .refine(namesServer, noServer('SMTP_URL'))
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => /^[^\r\n]*@[^\r\n]*$/.test(text),
      'MAIL_FROM must be a sender such as Kishmish <care@shop.example>.',
    )
    .default('care@kishmish.example'),
  SECRETS_KEY: z
    .string()
    .transform(bytesOfKey)
    .refine((key) => key.length === 32, 'SECRETS_KEY must be 32 bytes in hex or base64 (openssl rand -hex 32).')
    .optional(),
  MAILBOX_PASSWORD: z.string().max(500, 'MAILBOX_PASSWORD must have at most 500 characters.').optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{20,200}$/, 'METRICS_TOKEN must have 20 to 200 letters, digits, - or _ (openssl rand -hex 32).')
    .optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|\d{1,2})$/, 'TRUST_PROXY must be true, false or the number of proxies in front of the shop.')
    .transform((text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)))
    .default(0),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    })
    .default('info'),
  RATE_LIMIT: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'RATE_LIMIT must be a whole number of requests a minute.')
    .transform(Number)
    .default(600),
  DEMO: flag('DEMO').default(true),
  NODE_ENV: z.string().optional(),
});

/**
 * Reads the environment. An empty variable counts as unset.
 *
 * @throws Error whose message has one line for each invalid variable
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new Error([...new Set(parsed.error.issues.map((issue) => issue.message))].join('\n'));
  }
  const env = parsed.data;
  if (env.ADMIN_PASSWORD !== undefined && env.ADMIN_EMAIL === undefined) {
    throw new Error('ADMIN_PASSWORD is set but ADMIN_EMAIL is not; set both or neither.');
  }
  if (env.ADMIN_EMAIL !== undefined && env.ADMIN_PASSWORD === undefined) {
    throw new Error('ADMIN_EMAIL is set but ADMIN_PASSWORD is not; set both or neither.');
  }
  const s3 = [env.S3_URL, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  if (s3.some((value) => value === undefined) && s3.some((value) => value !== undefined)) {
    throw new Error('S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together; set all three or none.');
  }
  if (env.BACKUP_DIR === undefined && (env.BACKUP_EVERY !== undefined || env.BACKUP_KEEP !== undefined)) {
    throw new Error('BACKUP_EVERY and BACKUP_KEEP need BACKUP_DIR, the folder for the backups.');
  }
  return {
    port: env.PORT,
    host: env.HOST ?? '127.0.0.1',
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    publicUrl: env.PUBLIC_URL ?? null,
    adminEmail: env.ADMIN_EMAIL ?? null,
    adminPassword: env.ADMIN_PASSWORD ?? null,
    s3:
      env.S3_URL && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? {
            url: env.S3_URL,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
            region: env.S3_REGION,
          }
        : null,
    backups: env.BACKUP_DIR
      ? { dir: env.BACKUP_DIR, everyMs: (env.BACKUP_EVERY ?? 24) * 3_600_000, keep: env.BACKUP_KEEP ?? 7 }
      : null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    secretsKey: env.SECRETS_KEY ?? null,
    mailboxPassword: env.MAILBOX_PASSWORD ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    rateLimit: env.RATE_LIMIT,
    demo: env.DEMO,
    production: env.NODE_ENV !== 'development',
  };
}
