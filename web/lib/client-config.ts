import type { ShopConfig } from '#shop/settings/settings.ts';
import { call, setTimings } from './api.ts';
import { logError } from './log.ts';

/** The four that the specification names as the config (R1.9). Without one of them the client goes on with its own numbers. */
const REQUIRED = ['maxFileSize', 'defaultPageSize', 'maxPageSize', 'cacheDuration'] as const;

let known: { config: ShopConfig; until: number } | null = null;
let asking: Promise<ShopConfig | null> | null = null;

/**
 * `GET /config`, the client's first call (R1.7): kept for as long as it says itself, and never in the way: null when it cannot
 * be had, and the shop shows all the same. A missing required setting is logged (R1.8).
 */
export function loadConfig(now: number = Date.now()): Promise<ShopConfig | null> {
  if (known && now < known.until) return Promise.resolve(known.config);
  asking ??= ask(now).finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(now: number): Promise<ShopConfig | null> {
  try {
    const { config } = await call('GET /config');
    for (const name of missingSettings(config)) logError(`Missing required setting: ${name}`);
    known = { config, until: now + (Number(config?.cacheDuration) || 0) };
    setTimings(config);
    return config;
  } catch {
    return null;
  }
}

/** Names of the required settings that an answer lacks. */
export function missingSettings(config: unknown): string[] {
  const given = (config ?? {}) as Record<string, unknown>;
  return REQUIRED.filter((name) => typeof given[name] !== 'number');
}
