import type { LogEvent } from 'kysely';
import type { DestinationStream } from 'pino';
import type { ShopApp } from './http/routes.ts';

/** What telemetry/telemetry.ts does for the shop; without OTEL_EXPORTER_OTLP_ENDPOINT there is none. */
export interface Telemetry {
  /** Fields of every log line: the trace and the span that it belongs to. */
  mixin(): object;
  /** Takes every log line, beside stdout. */
  stream: DestinationStream;
  onQuery(event: LogEvent): void;
  /** Before all other hooks. */
  watch(app: ShopApp): void;
  /** Sends what waits, as far as the collector takes it in time. */
  close(): Promise<void>;
}
