import { describe, expect, test } from 'vitest';
import { readEnv } from './env.ts';

describe('readEnv', () => {
  test('the defaults', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: null,
      databaseReportsUrl: null,
      publicUrl: null,
      trustProxy: 0,
      logLevel: 'info',
      demo: true,
      secretsKey: null,
      mailboxPassword: null,
    });
  });

  test('SECRETS_KEY in hex, base64 and base64url', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(readEnv({ SECRETS_KEY: key.toString(encoding) }).secretsKey).toEqual(key);
    }
  });

  test('backups: every day and seven of them, unless said otherwise', () => {
    const hour = 3_600_000;
    expect(readEnv({}).backups).toBe(null);
    expect(readEnv({ BACKUP_DIR: '/b' }).backups).toEqual({ dir: '/b', everyMs: 24 * hour, keep: 7 });
    const given = readEnv({ BACKUP_DIR: '/b', BACKUP_EVERY: '6', BACKUP_KEEP: '28' });
    expect(given.backups).toEqual({ dir: '/b', everyMs: 6 * hour, keep: 28 });
  });

  test('an empty variable counts as unset', () => expect(readEnv({ PORT: '', DATABASE_URL: '' }).port).toBe(3000));

  test('valid values', () => {
    const env = readEnv({
      PORT: '8080',
      DATABASE_URL: 'postgres://shop@db/shop',
      PUBLIC_URL: 'https://shop.example/',
      DEMO: 'false',
      TRUST_PROXY: 'true',
      ADMIN_EMAIL: 'Owner@Shop.example',
      ADMIN_PASSWORD: 'long enough',
    });
    expect(env).toMatchObject({
      port: 8080,
      publicUrl: 'https://shop.example',
      demo: false,
      trustProxy: 1,
      adminEmail: 'owner@shop.example',
    });
  });

  test.each([
    'postgres://shop:%2F%23%3F%25%40+=@db:5432/shop?sslmode=require',
    'postgres://shop:a@b@db/shop',
    'postgres://shop:50%@db/shop',
    'postgres:///shop?host=/run/postgresql',
    'postgresql://db/shop?user=a@b',
  ])('DATABASE_URL %s', (databaseUrl) => {
    expect(readEnv({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
  });

  test.each<[Record<string, string>, string]>([
    [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535.'],
    [
      { DATABASE_REPORTS_URL: 'postgres://db/shop' },
      'DATABASE_REPORTS_URL needs DATABASE_URL, the primary of this replica.',
    ],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// (leave it out to use SQLite).'],
    ...[':/x', ':a/x', ':1/x', ':a#x', ':1?x', ':1?x==', ':%e0'].map((password): [Record<string, string>, string] => [
      { DATABASE_URL: `postgres://shop${password}@db/shop` },
      'DATABASE_URL is no address of a server: write the characters / # ? % @ in its password as %2F %23 %3F %25 %40.',
    ]),
    [
      { SMTP_URL: 'smtps://shop:a/b@mail.example' },
      'SMTP_URL is no address of a server: write the characters / # ? % @ in its password as %2F %23 %3F %25 %40.',
    ],
    [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be an http or https address such as https://shop.example.'],
    [{ BACKUP_DIR: '/b', BACKUP_EVERY: '0' }, 'BACKUP_EVERY must be a whole number of hours from 1 to 999.'],
    [{ BACKUP_DIR: '/b', BACKUP_KEEP: 'all' }, 'BACKUP_KEEP must be a whole number from 1 to 999.'],
    [{ BACKUP_EVERY: '6' }, 'BACKUP_EVERY and BACKUP_KEEP need BACKUP_DIR, the folder for the backups.'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have 20 to 200 letters, digits, - or _ (openssl rand -hex 32).'],
    [{ SMTP_URL: 'mail' }, 'SMTP_URL must begin with smtp:// or smtps:// and name a server.'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must begin with smtp:// or smtps:// and name a server.'],
    [{ SMTP_URL: 'smtp://%20' }, 'SMTP_URL must begin with smtp:// or smtps:// and name a server.'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be a sender such as Kishmish <care@shop.example>.'],
    [{ SECRETS_KEY: 'short' }, 'SECRETS_KEY must be 32 bytes in hex or base64 (openssl rand -hex 32).'],
    [{ SECRETS_KEY: 'f'.repeat(63) }, 'SECRETS_KEY must be 32 bytes in hex or base64 (openssl rand -hex 32).'],
    [{ MAILBOX_PASSWORD: 'x'.repeat(501) }, 'MAILBOX_PASSWORD must have at most 500 characters.'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be true, false or the number of proxies in front of the shop.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    [{ RATE_LIMIT: '0' }, 'RATE_LIMIT must be a whole number of requests a minute.'],
    [
      { S3_URL: 'bucket' },
      'S3_URL must be the address of a bucket such as https://s3.ap-south-1.amazonaws.com/my-bucket.',
    ],
    [
      { S3_URL: 'https://s3.example/bucket', S3_ACCESS_KEY_ID: 'key' },
      'S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together; set all three or none.',
    ],
    [{ DEMO: 'maybe' }, 'DEMO must be true or false.'],
    [{ ADMIN_EMAIL: 'x' }, 'ADMIN_EMAIL must be an email address.'],
    [{ ADMIN_EMAIL: 'a@b.example' }, 'ADMIN_EMAIL is set but ADMIN_PASSWORD is not; set both or neither.'],
    [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_PASSWORD is set but ADMIN_EMAIL is not; set both or neither.'],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 8 characters.'],
  ])('%j is rejected with a message', (variables, sentence) => {
    expect(() => readEnv(variables)).toThrow(new Error(sentence));
  });

  test('two errors are two lines', () => {
    expect(() => readEnv({ PORT: 'x', DEMO: 'y' })).toThrow(
      'DEMO must be true or false.\nPORT must be a number from 0 to 65535.',
    );
  });
});
