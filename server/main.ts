import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { type AppOptions, buildApp } from './app.ts';
import { connect, type Database, openReplica } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { beOnlyShopOn } from './database/only-process.ts';
import { closeToOthers } from './database/private-files.ts';
import { OperatorError, remedyOf } from './database/remedies.ts';
import { MINIMUM_SQLITE } from './database/sqlite.ts';
import { Versions } from './database/versions.ts';
import { seedDemo } from './demo/seed.ts';
import { type Env, readEnv } from './env.ts';
import { createLog } from './http/log.ts';
import { builtPages, createRenderer } from './pages/render.ts';
import { VERSION } from './root.ts';
import { createServices, type Services } from './services.ts';
import { closeNewShop } from './settings/first-start.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/**
 * How long requests in flight may take to finish after SIGTERM; then their connections are cut
 * (fault 19).
 */
const GRACE_MS = 10_000;
/** How long the whole shutdown may take, background jobs included. */
const SHUTDOWN_MS = 25_000;

/** Prints the error message and exits with code 1. */
function exitWithError(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** A start error with a message for the operator, for failures after the database was opened. */
function startError(error: unknown, env: Env): Error {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  switch (code) {
    case 'EADDRINUSE':
      return new Error(`Port ${env.port} is already in use; set PORT to another one.`);
    case 'EACCES':
      return new Error(`Port ${env.port} may not be opened by this user; set PORT to one above 1023.`);
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new Error(`HOST ${env.host} is not an address of this machine.`);
    default: {
      const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
      return new Error(`The shop cannot be opened: ${reason}.`, { cause: error });
    }
  }
}

function checkSqlite(): void {
  const memory = new DatabaseSync(':memory:');
  const { version } = memory.prepare('select sqlite_version() as version').get() as { version: string };
  memory.close();
  const [have, want] = [version, MINIMUM_SQLITE].map((text) => text.split('.').map(Number));
  for (const [index, least] of (want ?? []).entries()) {
    const part = have?.[index] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new Error(
        `This Node brings SQLite ${version}; the shop needs ${MINIMUM_SQLITE} or newer. Run npm ci and start with npm start.`,
      );
    }
  }
}

/** Its packages are loaded only where somebody has a collector. */
async function telemetryOf({ otlpEndpoint }: Env): Promise<Telemetry | null> {
  if (!otlpEndpoint) return null;
  const { startTelemetry } = await import('./telemetry/telemetry.ts');
  return startTelemetry(otlpEndpoint, VERSION);
}

async function open(env: Env, log: Logger, telemetry: Telemetry | null): Promise<Database> {
  closeToOthers(env.dataDir, log);
  const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir, onQuery: telemetry?.onQuery });
  beOnlyShopOn(database);
  try {
    await migrate(database, () => log.warn('another process is migrating the database; this one waits'));
  } catch (error) {
    await database.close().catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    const what = `The database cannot be opened or brought up to date: ${reason}.`;
    throw new OperatorError(what, remedyOf(error, database.file), error);
  }
  return database;
}

/**
 * Options for serving pages: from the build, or in development from Vite, which also serves the
 * browser modules.
 */
async function pagesFor(services: Services, env: Env): Promise<AppOptions> {
  // Fault tests start the API without pages, so they need no build.
  if (process.env.KISHMISH_PAGES === 'off') {
    return {};
  }
  if (!env.production) {
    const { developmentBuild, developmentServer } = await import('../scripts/development.ts');
    const vite = await developmentServer();
    return {
      renderer: createRenderer(await developmentBuild(), services, { development: true }),
      middleware: vite.middlewares,
      keepPages: false,
    };
  }
  return builtPages(services);
}

async function main(): Promise<void> {
  // What the shop writes is for its own user alone, as under systemd (deploy/kishmish.service).
  process.umask(0o077);
  let env: Env;
  let log: Logger;
  let telemetry: Telemetry | null;
  let database: Database;
  try {
    checkSqlite();
    env = readEnv(process.env);
    telemetry = await telemetryOf(env);
    log = createLog(env.logLevel, undefined, telemetry);
    database = await open(env, log, telemetry);
  } catch (error) {
    exitWithError(error);
  }
  const versions = new Versions(database, log);
  const reports = env.databaseReportsUrl ? openReplica(env.databaseReportsUrl) : database;
  const services = createServices({ database, reports, env, log, now: () => Date.now(), versions });
  let isOpen = false;
  let app: Awaited<ReturnType<typeof buildApp>>;
  let first: Awaited<ReturnType<typeof services.accounts.ensureFirstAdmin>>;
  try {
    if (env.demo) await seedDemo(services.context);
    else await closeNewShop(services.context);
    await versions.start();
    const watch = telemetry?.watch;
    app = await buildApp(services, { ...(await pagesFor(services, env)), isOpen: () => isOpen, watch });
    await app.listen({ port: env.port, host: env.host });
    // Last step: the password is printed only once, so nothing may fail between creating and
    // printing it (D41).
    first = await services.accounts.ensureFirstAdmin();
  } catch (error) {
    await database.close().catch(() => {});
    exitWithError(startError(error, env));
  }
  isOpen = true;

  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
    setTimeout(() => {
      log.error('the shop could not be closed in time');
      process.exit(1);
    }, SHUTDOWN_MS).unref();
    try {
      await app.close();
      await versions.close();
      await database.close();
      if (reports !== database) await reports.close();
      await telemetry?.close();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'the shop was not closed in order');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void close());
  process.on('SIGINT', () => void close());

  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : env.port;
  process.stdout.write(
    `Kishmish is open at http://${env.host === '127.0.0.1' || env.host === '0.0.0.0' ? 'localhost' : env.host}:${port}\n`,
  );
  if (first) {
    process.stdout.write(
      `The first admin was made; sign in at /kingadminlogin (shown once):\n  email:    ${first.email}\n  password: ${first.password}\n`,
    );
  }
}

await main();
