import { readJson } from '../database/json.ts';
import type { Env } from '../env.ts';
import { type Finding, fault, reason, well } from './finding.ts';

const ASKED_MS = 5_000;

const LOG = 'sudo journalctl -u kishmish -o cat -n 50';

/**
 * Whether the shop of this environment runs and is open: for a command, which looks at it from
 * outside.
 *
 * @returns null with PORT=0: the system has chosen a port
 */
export async function shopRuns({ host, port }: Pick<Env, 'host' | 'port'>): Promise<Finding | null> {
  if (port === 0) return null;
  const near = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  const url = `http://${near.includes(':') ? `[${near}]` : near}:${port}/readyz`;
  return ask(url);
}

async function ask(url: string) {
  let response: Response;
  let body: string;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(ASKED_MS), redirect: 'manual' });
    body = await response.text();
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      return fault(`The shop does not answer at ${url}.`, `${LOG}; sudo systemctl restart kishmish`);
    }
    return fault(`The shop does not run: ${reason(error)}.`, `sudo systemctl start kishmish; ${LOG}`);
  }
  const { status, message } = Object(readJson(body));
  if (response.status === 200 && status === 'ready') return well(`The shop is open at ${url}.`);
  if (status !== 'unavailable' || typeof message !== 'string') {
    return fault(
      `What answers at ${url} is another program.`,
      'Stop it, or set PORT to another port and restart the shop.',
    );
  }
  return fault(`The shop runs, but takes no orders: ${message}`, `Mend what else is found. If nothing is: ${LOG}`);
}
