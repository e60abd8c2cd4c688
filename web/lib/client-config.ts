import type { ShopConfig } from '#shop/settings/settings.ts';
import { call, setTimings } from './api.ts';
import { logError } from './log.ts';

/**
 * The settings that the specification requires (R1.9). When one is missing, the client uses its
 * defaults.
 */
const REQUIRED = ['maxFileSize', 'defaultPageSize', 'maxPageSize', 'cacheDuration'] as const;

let cached: { config: ShopConfig; until: number } | null = null;
let pending: Promise<ShopConfig | null> | null = null;

/**
 * Loads `GET /config`, the client's first request (R1.7), and caches it for its own `cacheDuration`
 * (ms). Resolves to null when the request fails; the shop works without it. A missing required
 * setting is logged (R1.8).
 */
export function loadConfig(now: number = Date.now()): Promise<ShopConfig | null> {
  if (cached && now < cached.until) return Promise.resolve(cached.config);
  pending ??= fetchConfig(now).finally(() => {
    pending = null;
  });
  return pending;
}

async function fetchConfig(now: number): Promise<ShopConfig | null> {
  try {
    const { config } = await call('GET /config');
    for (const name of missingSettings(config)) logError(`Missing required setting: ${name}`);
    cached = { config, until: now + (Number(config?.cacheDuration) || 0) };
    setTimings(config);
    return config;
  } catch {
    return null;
  }
}

/** Names of the required settings that a response lacks. */
export function missingSettings(config: unknown): string[] {
  const given = (config ?? {}) as Record<string, unknown>;
  return REQUIRED.filter((name) => typeof given[name] !== 'number');
}
