import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';
import type { LogWatcher } from '../http/log.ts';
import type { ShopApp } from '../http/routes.ts';

/**
 * Sends traces and logs by OpenTelemetry (OTLP over HTTP, JSON) to a collector. This folder is loaded
 * only with OTEL_EXPORTER_OTLP_ENDPOINT. Attributes are route patterns, methods, statuses and names
 * of tables, never addresses, values or texts (D47).
 */

/** How long the collector may take for one batch, and all of them at the end, ms. */
const EXPORT_MS = 5_000;
const CLOSE_MS = 2_000;
/** What waits for a collector that is away; the rest is dropped. */
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 256, scheduledDelayMillis: 1_000 };

/** What this file does for the shop. Others import only this type of it, which loads nothing. */
export interface Telemetry extends LogWatcher {
  onQuery(event: LogEvent): void;
  /** Before all other hooks. */
  watch(app: ShopApp): void;
  /** Sends what waits, as far as the collector takes it in time. */
  close(): Promise<void>;
}

export function startTelemetry(endpoint: string, version: string): Telemetry {
  const resource = resourceFromAttributes({ 'service.name': 'kishmish', 'service.version': version });
  const limits = { ...QUEUE, exportTimeoutMillis: EXPORT_MS };
  const traces = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS });
  const lines = new OTLPLogExporter({ url: `${endpoint}/v1/logs`, timeoutMillis: EXPORT_MS });
  const spanProcessors = [new BatchSpanProcessor({ ...limits, exporter: traces })];
  const tracers = new TracerProvider({ resource, spanProcessors });
  const processors = [new BatchLogRecordProcessor({ ...limits, exporter: lines })];
  const loggers = new LoggerProvider({ resource, processors });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = tracers.getTracer('kishmish');
  const logger = loggers.getLogger('kishmish');

  return {
    mixin() {
      const active = trace.getActiveSpan()?.spanContext();
      return active ? { trace_id: active.traceId, span_id: active.spanId } : {};
    },

    // Lines as they are written to stdout, after what must not be logged was removed (http/log.ts).
    stream: {
      write(line) {
        const { level, time, msg, pid: _pid, hostname: _host, ...attributes } = JSON.parse(line);
        // 30 of pino is 9, INFO, of OpenTelemetry.
        logger.emit({ severityNumber: (level / 10 - 1) * 4 + 1, timestamp: time, body: msg, attributes });
      },
    },

    onQuery({ query, queryDurationMillis, level }: LogEvent) {
      // Background jobs have no trace.
      if (!trace.getActiveSpan()) return;
      const [, operation = ''] = /^\s*(\w+)/.exec(query.sql) ?? [];
      const [, table] = /\b(?:from|into|update|join) "(\w+)"/i.exec(query.sql) ?? [];
      const end = Date.now();
      const span = tracer.startSpan(table ? `${operation} ${table}` : operation, {
        kind: SpanKind.CLIENT,
        startTime: end - queryDurationMillis,
        attributes: { 'db.operation.name': operation, 'db.collection.name': table },
      });
      if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },

    watch(app: ShopApp) {
      const spans = new WeakMap<FastifyRequest, Span>();
      /** Continues with the span of the request: a body that is read, and an end, lose it. */
      const within = (request: FastifyRequest, _reply: unknown, done: () => void) => {
        const span = spans.get(request);
        if (span) context.with(trace.setSpan(context.active(), span), done);
        else done();
      };
      app.addHook('onRequest', (request, reply, done) => {
        const route = request.routeOptions.url;
        const span = tracer.startSpan(`${request.method} ${route ?? ''}`.trim(), {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': route },
        });
        spans.set(request, span);
        reply.raw.once('close', () => {
          span.setAttribute('http.response.status_code', reply.raw.statusCode);
          if (reply.raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
        within(request, reply, done);
      });
      app.addHook('preValidation', (request, reply, done) => within(request, reply, done));
      app.addHook('onResponse', (request, reply, done) => within(request, reply, done));
    },

    async close() {
      const limit = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([Promise.allSettled([tracers.shutdown(), loggers.shutdown()]), limit]);
    },
  };
}
