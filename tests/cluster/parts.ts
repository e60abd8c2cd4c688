import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/**
 * The parts of the cluster, all from Debian's packages, in the network namespace of this run: two
 * machines with Patroni and PostgreSQL in namespaces of their own, and everything else beside them.
 */
const root = path.join(import.meta.dirname, '..', '..');

export const SHOP_URL = 'http://127.0.0.1:8080';
/** Through PgBouncer and HAProxy, as the shops connect. */
const DATABASE_URL = 'postgres://kishmish@127.0.0.1:6432/kishmish';
/** Through HAProxy alone, for statements of this run. */
const PRIMARY_URL = 'postgres://postgres@127.0.0.1:5000';
/** How long a supervisor such as systemd waits before it starts a part again, ms. */
const RESTART_MS = 1_000;

/** Whom the shop's first start makes its admin. */
export const ADMIN = { email: 'owner@kishmish.test', password: 'a long enough password' };

const ETCD = { e1: '10.77.0.2', e2: '10.77.0.3', e3: '10.77.0.4' };
type EtcdName = keyof typeof ETCD;
const NODES = { a: '10.77.0.11', b: '10.77.0.12' };
export type NodeName = keyof typeof NODES;

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' });

/** A process that is started again when it ends, as a supervisor does. */
export class Part {
  #start: () => ChildProcess;
  #child: ChildProcess | null = null;
  #downMs = RESTART_MS;

  constructor(start: () => ChildProcess) {
    this.#start = start;
    this.#run();
  }

  /** @param downMs how long it stays away, ms */
  kill(downMs = RESTART_MS): void {
    this.#downMs = downMs;
    this.#child?.kill('SIGKILL');
  }

  #run(): void {
    this.#downMs = RESTART_MS;
    this.#child = this.#start();
    this.#child.once('exit', () => setTimeout(() => this.#run(), this.#downMs));
  }
}

/** Starts processes whose output goes to a file in `folder`. */
export class Launcher {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  part(name: string, command: string, args: string[], options: SpawnOptions = {}): Part {
    return new Part(() => {
      const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      const log = createWriteStream(path.join(this.folder, `${name}.log`), { flags: 'a' });
      child.stdout?.pipe(log, { end: false });
      child.stderr?.pipe(log, { end: false });
      return child;
    });
  }

  file(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }
}

/** A bridge with the address of the shops, those of etcd, and a namespace for each machine. */
export function makeNetwork(): void {
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run');
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', 'shop', 'type', 'bridge');
  for (const address of ['10.77.0.1', ...Object.values(ETCD)]) {
    run('ip', 'address', 'add', `${address}/24`, 'dev', 'shop');
  }
  run('ip', 'link', 'set', 'shop', 'up');
  for (const [name, address] of Object.entries(NODES)) {
    run('ip', 'netns', 'add', name);
    run('ip', 'link', 'add', `to-${name}`, 'master', 'shop', 'type', 'veth', 'peer', 'eth0', 'netns', name);
    run('ip', 'link', 'set', `to-${name}`, 'up');
    run('ip', '-n', name, 'link', 'set', 'lo', 'up');
    run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    run('ip', '-n', name, 'link', 'set', 'eth0', 'up');
  }
}

/** Cuts a machine from etcd and from the other machine; the shops still reach it. */
export function partition(name: NodeName, change: 'add' | 'del'): void {
  const other = name === 'a' ? NODES.b : NODES.a;
  for (const address of [...Object.values(ETCD), other]) {
    run('ip', '-n', name, 'route', change, 'blackhole', `${address}/32`);
  }
}

export function startEtcd(launcher: Launcher, name: EtcdName): Part {
  const [client, peer] = [`http://${ETCD[name]}:2379`, `http://${ETCD[name]}:2380`];
  const cluster = Object.entries(ETCD).map(([one, address]) => `${one}=http://${address}:2380`);
  return launcher.part(name, 'etcd', [
    ...['--name', name, '--data-dir', path.join(launcher.folder, name)],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', cluster.join(',')],
  ]);
}

/** The member that leads etcd. */
export async function etcdLeader(): Promise<EtcdName> {
  for (const name of Object.keys(ETCD) as EtcdName[]) {
    const response = await fetch(`http://${ETCD[name]}:2379/v3/maintenance/status`, { method: 'POST', body: '{}' });
    const { header, leader } = (await response.json()) as { header: { member_id: string }; leader: string };
    if (header.member_id === leader) return name;
  }
  throw new Error('etcd has no leader');
}

/** A machine: Patroni, which starts PostgreSQL. Neither runs as root. */
export function startNode(launcher: Launcher, name: NodeName): Part {
  const address = NODES[name];
  const folder = path.join(launcher.folder, name);
  mkdirSync(folder);
  const trust = ['local all all trust', 'host all all 10.77.0.0/24 trust', 'host replication all 10.77.0.0/24 trust'];
  const config = {
    scope: 'kishmish',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: Object.values(ETCD).map((address) => `${address}:2379`) },
    bootstrap: {
      dcs: {
        // A primary that is cut off gives up within 8 s, before another takes its place after 10.
        ttl: 10,
        loop_wait: 2,
        retry_timeout: 3,
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { synchronous_commit: 'on', max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: trust,
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: path.join(folder, 'data'),
      pgpass: path.join(folder, 'pgpass'),
      bin_dir: run('sh', '-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1').toString().trim(),
      pg_hba: trust,
      parameters: { unix_socket_directories: folder },
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
    },
  };
  // JSON is YAML.
  const file = launcher.file(`${name}.yml`, JSON.stringify(config));
  run('chown', '-R', 'postgres', folder);
  return launcher.part(name, 'ip', [
    'netns',
    'exec',
    name,
    'setpriv',
    '--reuid=postgres',
    '--clear-groups',
    'patroni',
    file,
  ]);
}

export function startHaproxy(launcher: Launcher): Part {
  const file = launcher.file(
    'haproxy.cfg',
    `
defaults
  mode tcp
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions

listen shop
  mode http
  bind 127.0.0.1:8080
  option forwardfor if-none
  option httpchk GET /healthz
  # A page is asked for again elsewhere; an order never, the browser sends it again by itself.
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response response-timeout 502 503
  http-request disable-l7-retry unless METH_GET
  ${[1, 2, 3].map((index) => `server shop-${index} 127.0.0.1:300${index} check`).join('\n  ')}

listen database
  bind 127.0.0.1:5000
  option httpchk OPTIONS /primary
  http-check expect status 200
  ${Object.entries(NODES)
    .map(([name, address]) => `server ${name} ${address}:5432 check port 8008`)
    .join('\n  ')}
`,
  );
  return launcher.part('haproxy', 'haproxy', ['-f', file]);
}

export function startPgBouncer(launcher: Launcher): Part {
  const file = launcher.file(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=5000 user=kishmish
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = 6432
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`,
  );
  return launcher.part('pgbouncer', 'setpriv', ['--reuid=postgres', '--clear-groups', 'pgbouncer', file]);
}

export function startShop(launcher: Launcher, index: number): Part {
  const folder = path.join(launcher.folder, `shop-${index}`);
  return launcher.part(`shop-${index}`, process.execPath, [path.join(root, 'server', 'main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'cluster'),
      PORT: `300${index}`,
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '10000000',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
}

/** Runs one statement on the primary. */
export async function statement<T extends pg.QueryResultRow>(text: string, database = 'kishmish'): Promise<T[]> {
  const client = new pg.Client({ connectionString: `${PRIMARY_URL}/${database}`, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

interface Member {
  name: NodeName;
  role: string;
  state: string;
}

/** What Patroni says of the machines; empty while it does not answer. */
async function members(): Promise<Member[]> {
  for (const address of Object.values(NODES)) {
    try {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) });
      return ((await response.json()) as { members: Member[] }).members;
    } catch {
      // The other machine is asked.
    }
  }
  return [];
}

/** Waits for a primary and a standby that has all commits. @returns the name of the primary */
export async function healthy(): Promise<NodeName> {
  for (;;) {
    const all = await members();
    const primary = all.find(({ role, state }) => role === 'leader' && state === 'running');
    if (primary && all.some(({ role, state }) => role === 'sync_standby' && state === 'running')) return primary.name;
    await wait(200);
  }
}

/** Asks Patroni to make the other machine the primary. */
export async function switchover(leader: NodeName): Promise<void> {
  const response = await fetch(`http://${NODES[leader]}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader, candidate: leader === 'a' ? 'b' : 'a' }),
  });
  if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
}

/** Kills the PostgreSQL of a machine, and not the Patroni beside it. */
export function killPostgres(launcher: Launcher, name: NodeName): void {
  const file = path.join(launcher.folder, name, 'data', 'postmaster.pid');
  process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
}
