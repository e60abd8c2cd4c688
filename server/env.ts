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
  /** PostgreSQL connection string of a replica that reports read; null: they read the database. */
  databaseReportsUrl: string | null;
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
  /** A collector that takes traces and logs by OTLP over HTTP; null sends none. */
  otlpEndpoint: string | null;
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
  PUBLIC_URL: httpUrl('PUBLIC_URL must be an http or https address such as https://shop.example.')
    .optional()
    .describe(
      'The address that shoppers use, such as https://shop.example. With https the shop also sends HSTS ' +
        'for a year, subdomains included.',
    ),
  ADMIN_EMAIL: z
    .email('ADMIN_EMAIL must be an email address.')
    .transform((text) => text.toLowerCase())
    .optional()
    .describe(
      'The first admin: your own address, which cannot be changed later. Set it with ADMIN_PASSWORD ' +
        'before the first start, and remove both afterwards. Without them the shop creates ' +
        'admin@kishmish.example and prints its password once.',
    ),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'ADMIN_PASSWORD must have at least 8 characters.')
    .max(128, 'ADMIN_PASSWORD must have at most 128 characters.')
    .optional()
    .describe('8 to 128 characters.'),
  SECRETS_KEY: z
    .string()
    .transform(bytesOfKey)
    .refine((key) => key.length === 32, 'SECRETS_KEY must be 32 bytes in hex or base64 (openssl rand -hex 32).')
    .optional()
    .describe(
      '32 bytes in hex or base64: openssl rand -hex 32. It encrypts the secrets in the database: mailbox ' +
        'password, signing keys, browser notifications, two-step sign-in. Without it none can be saved; ' +
        'with another key none can be read. Keep a copy apart from the backups.',
    ),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:\/\/./.test(text) && (!URL.canParse(text) || HOST.test(new URL(text).hostname)), {
      message: 'SMTP_URL must begin with smtp:// or smtps:// and name a server.',
      abort: true,
    })
    .refine(namesServer, noServer('SMTP_URL'))
    .optional()
    .describe(
      'The mail server: smtps://user:password@mail.example or smtp://. Without it each mail is written ' +
        'as an .eml file to DATA_DIR/mail.',
    ),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => /^[^\r\n]*@[^\r\n]*$/.test(text),
      'MAIL_FROM must be a sender such as Kishmish <care@shop.example>.',
    )
    .default('care@kishmish.example')
    .describe('The sender of every mail: an address, which is sent under the name of the brand, or Name <address>.'),
  DEMO: flag('DEMO').default(true).describe('true loads the demo shop into an empty database, false starts empty.'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'PORT must be a number from 0 to 65535.')
    .default(3000)
    .describe('The port to listen on.'),
  HOST: z
    .string()
    .min(1)
    .optional()
    .describe('The address to listen on: 127.0.0.1 if it is empty; 0.0.0.0 without a proxy on the same machine.'),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|\d{1,2})$/, 'TRUST_PROXY must be true, false or the number of proxies in front of the shop.')
    .transform((text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)))
    .default(0)
    .describe('How many proxies in front of the shop are trusted to name the address of the shopper.'),
  DATA_DIR: z.string().min(1).default('./data').describe('The SQLite file, uploaded pictures and unsent mail.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      message: 'DATABASE_URL must begin with postgres:// (leave it out to use SQLite).',
      abort: true,
    })
    .refine(namesServer, noServer('DATABASE_URL'))
    .optional()
    .describe('postgres://user:password@host/database for PostgreSQL. Without it the shop uses SQLite.'),
  DATABASE_REPORTS_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { message: 'DATABASE_REPORTS_URL must begin with postgres://.', abort: true })
    .refine(namesServer, noServer('DATABASE_REPORTS_URL'))
    .optional()
    .describe('A read replica of this PostgreSQL, which reports and figures then read. They say how old they are.'),
  BACKUP_DIR: z.string().min(1).optional().describe('The folder for automatic backups. Without it none are made.'),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'BACKUP_EVERY must be a whole number of hours from 1 to 999.')
    .transform(Number)
    .optional()
    .describe('The hours between two backups: 24 if it is empty.'),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'BACKUP_KEEP must be a whole number from 1 to 999.')
    .transform(Number)
    .optional()
    .describe('How many backups are kept: 7 if it is empty.'),
  S3_URL: httpUrl('S3_URL must be the address of a bucket such as https://s3.ap-south-1.amazonaws.com/my-bucket.')
    .optional()
    .describe(
      'A private bucket for pictures and photos, such as https://s3.ap-south-1.amazonaws.com/my-bucket. ' +
        'DATA_DIR then has only copies.',
    ),
  S3_ACCESS_KEY_ID: z.string().optional().describe('A key that can read, write and delete in the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of this key.'),
  S3_REGION: z.string().default('us-east-1').describe('The region of the bucket, used in signatures.'),
  MAILBOX_PASSWORD: z
    .string()
    .max(500, 'MAILBOX_PASSWORD must have at most 500 characters.')
    .optional()
    .describe('The password of the mailbox with the alerts of the bank. It wins over the one in the settings.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{20,200}$/, 'METRICS_TOKEN must have 20 to 200 letters, digits, - or _ (openssl rand -hex 32).')
    .optional()
    .describe('20 to 200 letters, digits, - and _: the Bearer token of /metrics, which is 404 without it.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address such as http://localhost:4318.',
  )
    .optional()
    .describe('A collector for traces and logs (OpenTelemetry over HTTP), such as http://localhost:4318.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    })
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent.'),
  RATE_LIMIT: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'RATE_LIMIT must be a whole number of requests a minute.')
    .transform(Number)
    .default(600)
    .describe('Requests a minute from one address to the API, and as many pages that are not in the cache.'),
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
  if (env.DATABASE_REPORTS_URL !== undefined && env.DATABASE_URL === undefined) {
    throw new Error('DATABASE_REPORTS_URL needs DATABASE_URL, the primary of this replica.');
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
    databaseReportsUrl: env.DATABASE_REPORTS_URL ?? null,
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
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    rateLimit: env.RATE_LIMIT,
    demo: env.DEMO,
    production: env.NODE_ENV !== 'development',
  };
}

/** What compose.yaml reads from `.env` besides the variables of the shop. */
const COMPOSE = `# Of compose.yaml alone: the password of its PostgreSQL (openssl rand -hex 32).
POSTGRES_PASSWORD=
`;

/** `.env.example`: every variable with what it means and its default (scripts/env-example.ts). */
export function envExample(): string {
  const variables = Object.entries(schema.shape).filter(([, type]) => type.description);
  const entries = variables.map(([name, type]) => {
    const fallback = type.safeParse(undefined).data;
    return `${inComment(type.description ?? '')}\n${name}=${fallback ?? ''}\n`;
  });
  return [...entries, COMPOSE].join('\n');
}

/** Lines of at most 100 characters that begin with '# '. */
function inComment(text: string): string {
  return text.replace(/(.{1,98})(?: |$)/g, '# $1\n').trimEnd();
}
