/**
 * Reads what an app on the owner's phone posts for every SMS or notification. The apps name their
 * fields differently, nest them and let the user edit the template, so fields are found by their
 * names, at any depth.
 */

export interface ForwarderRequest {
  /** The `Content-Type` header; the body's own shape counts more. */
  contentType: string | undefined;
  body: string;
  query?: Readonly<Record<string, unknown>> | undefined;
}

export type Forwarded =
  /**
   * `receivedAt` in ms; null when the app does not tell. `id` is the app's own, the same in every
   * retry.
   */
  | { kind: 'message'; sender: string | null; text: string; receivedAt: number | null; id: string | null }
  /** A test of the connection, or news about a message that the phone has sent. */
  | { kind: 'ping' }
  | { kind: 'empty' };

const TEXT = [
  'originalmessage',
  'text',
  'message',
  'msg',
  'content',
  'body',
  'messagebody',
  'messagetext',
  'smsbody',
  'smstext',
  'smscontent',
  'sms',
  'bigtext',
  'notificationtext',
  'notification',
  'key',
];
/** For names that no app is known by: what a field is called in the end tells what it holds. */
const TEXT_NAME = /(?:message|msg|text|body|content)$/;
const SENDER_NAME = /(?:sender|from|number|address|contact|phone|package)$/;
const TIME_NAME = /(?:received|stamp|millis|time|date)$/;
const SENDER = [
  'from',
  'sender',
  'phonenumber',
  'contact',
  'address',
  'originatingaddress',
  'sendernumber',
  'senderid',
  'fromnumber',
  'smsfrom',
  'number',
  'phone',
  'packagename',
  'package',
  'apppackage',
  'app',
];
const TIME = [
  'receivedstamp',
  'receivedat',
  'receivedtimestamp',
  'receivedtime',
  'timestamp',
  'time',
  'date',
  'datetime',
  'smstime',
  'sentstamp',
  'sentat',
  'senttimestamp',
];
const EVENT = ['event', 'eventtype', 'type'];
const ID = ['messageid', 'smsid', 'eventid'];
const DEEPEST = 5;

interface Field {
  name: string;
  value: string;
  depth: number;
  /** How many texts that are JSON themselves were opened to find it. */
  opened: number;
}

/**
 * The names and values of a request, the outer ones first; nested objects and JSON inside of fields
 * are opened.
 */
export function forwardedFields(request: ForwarderRequest): Field[] {
  const fields: Field[] = [];
  collect(parseBody(request), { name: '', depth: 0, opened: 0 }, fields);
  collect(request.query ?? {}, { name: '', depth: 0, opened: 0 }, fields);
  return fields.sort((a, b) => a.opened - b.opened || a.depth - b.depth);
}

function collect(value: unknown, at: Omit<Field, 'value'>, fields: Field[]): void {
  const { depth } = at;
  if (depth > DEEPEST || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    // Only the first of a list: apps that batch post the same message again on its own.
    collect(value[0], { ...at, depth: depth + 1 }, fields);
  } else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value))
      collect(inner, { ...at, name: plainName(key), depth: depth + 1 }, fields);
  } else {
    const text = String(value);
    const inner = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
    if (inner !== null && typeof inner === 'object') collect(inner, { ...at, opened: at.opened + 1 }, fields);
    else fields.push({ ...at, value: text });
  }
}

const plainName = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, '');

function parseBody({ contentType = '', body }: ForwarderRequest): unknown {
  const trimmed = body.trim();
  const boundary = /^multipart\/form-data;.*\bboundary="?([\w'()+,./:=?-]{1,70})/i.exec(contentType)?.[1];
  if (boundary) return partsOf(body, boundary);
  if (/^[{[]/.test(trimmed)) {
    const parsed = parseJson(trimmed);
    if (parsed !== undefined) return parsed;
  }
  const form = Object.fromEntries(new URLSearchParams(trimmed));
  const known = Object.keys(form).some((key) => [...TEXT, ...SENDER].includes(plainName(key)));
  if (/x-www-form-urlencoded/i.test(contentType) || (known && /^[\w.-]+=/.test(trimmed))) return form;
  return { text: body };
}

/** The fields of a form that is sent in parts; files have no place in it. */
function partsOf(body: string, boundary: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const part of body.split(`--${boundary}`)) {
    const end = part.search(/\r?\n\r?\n/);
    const name = end < 0 ? undefined : /\bname="([^"\n]{1,100})"/i.exec(part.slice(0, end))?.[1];
    if (name) fields[name] = part.slice(end).trim();
  }
  return fields;
}

/**
 * `undefined` if it is no JSON. Templates of some apps put line breaks into strings; they are
 * escaped and tried again.
 */
function parseJson(text: string): unknown {
  for (const attempt of [
    text,
    text.replace(/"(?:[^"\\]|\\.)*"/gs, (part) => part.replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t')),
  ]) {
    try {
      return JSON.parse(attempt);
    } catch {}
  }
  return undefined;
}

/**
 * The value with the first of these names, else with a name of the likely kind. What the app itself
 * says goes before what is in a text that it carries: the text of an SMS may be JSON that names
 * another sender.
 */
function find(fields: readonly Field[], names: readonly string[], likely?: RegExp): string | null {
  const known = fields.filter(({ name, value }) => (names.includes(name) || likely?.test(name)) && value.trim() !== '');
  const outer = known.filter(({ opened }) => opened === known[0]?.opened);
  const first = names.find((name) => outer.some((field) => field.name === name));
  return (outer.find(({ name }) => name === first) ?? outer[0])?.value ?? null;
}

/**
 * In a template of the owner's own, as in `{value1, value2}`: a bank's header and a text of several
 * words.
 */
function ownTemplate(fields: readonly Field[]): { sender: string | null; text: string } | null {
  const text = fields.find(({ value }) => /\d/.test(value) && value.trim().split(/\s+/, 5).length > 4);
  if (!text) return null;
  const beside = fields.filter(({ opened }) => opened === text.opened);
  return { sender: beside.find(({ value }) => HEADER_LINE.test(value.trim()))?.value ?? null, text: text.value };
}

/**
 * The message in a request. `receivedAt` is the phone's time when the app tells it, else the time
 * it was posted by the app; no time means null.
 */
export function readForwarded(request: ForwarderRequest): Forwarded {
  const fields = forwardedFields(request);
  const event = find(fields, EVENT);
  if (
    event &&
    !/receiv|incoming/i.test(event) &&
    /ping|sent|deliver|fail|heartbeat|expired|offline|online|test/i.test(event)
  )
    return { kind: 'ping' };
  const named = find(fields, TEXT, TEXT_NAME);
  const own = named === null ? ownTemplate(fields) : null;
  const written = named ?? own?.text;
  if (written === undefined) return { kind: 'empty' };
  const address = (own ? own.sender : find(fields, SENDER, SENDER_NAME))?.trim() ?? null;
  const { sender, text, receivedAt } = unwrap(written, address);
  if (text === '') return { kind: 'empty' };
  // A plain `id` may be the device or the template; only an event has one of its own.
  const eventId = event ? (fields.find((field) => field.name === 'id')?.value ?? null) : null;
  return {
    kind: 'message',
    sender,
    text,
    receivedAt: receivedAt ?? momentOf(find(fields, TIME, TIME_NAME)),
    id: eventId ?? find(fields, ID),
  };
}

const MOMENT_LINE = /^(?:(?:date|time|received(?: at)?)\s*[:=]\s*)?(\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?)$/i;
const SENDER_LINE = /^(?:from|sender|number)\s*[:=]\s*(\S.*)$/i;
const HEADER_LINE = /^[A-Z]{2}-?[A-Z]{5,9}(?:-[A-Z])?$/i;
const HEADER_BRACKET = /^\[([A-Z]{2}-?[A-Z]{5,9}(?:-[A-Z])?)\][\s:]*(\S[\s\S]*)$/i;
const TEXT_LABEL = /^(?:message|msg|text|body|sms|content)\s*[:=]\s*/i;

/**
 * Some apps wrap the message: sender, text, SIM, time and device, each on lines of their own. Only
 * a text whose first line is the sender is opened; a bank's own text stays as it is.
 */
function unwrap(
  written: string,
  sender: string | null,
): { sender: string | null; text: string; receivedAt: number | null } {
  const bracket = sender === null ? HEADER_BRACKET.exec(written.trim()) : null;
  if (bracket) return { sender: bracket[1] ?? null, text: bracket[2] ?? '', receivedAt: null };
  const lines = written.replace(/\r\n?/g, '\n').trim().split('\n');
  const [first = '', ...rest] = lines;
  const named = SENDER_LINE.exec(first.trim())?.[1]?.trim() ?? (HEADER_LINE.test(first.trim()) ? first.trim() : null);
  const wrapped = rest.length > 0 && (first.trim() === sender || named !== null);
  if (!wrapped) return { sender, text: written.trim(), receivedAt: null };
  const last = rest.findLastIndex((line, index) => index >= rest.length - 3 && MOMENT_LINE.test(line.trim()));
  const moment = MOMENT_LINE.exec(rest[last]?.trim() ?? '')?.[1] ?? null;
  let end = last < 0 ? rest.length : last;
  while (last >= 0 && /^(?:sim|subid)[\d\s_:]/i.test(rest[end - 1] ?? '')) end -= 1;
  const text = rest.slice(0, end).join('\n').replace(TEXT_LABEL, '').trim();
  return { sender: sender ?? named, text, receivedAt: momentOf(moment) };
}

/**
 * ms of `1793896567000`, `1793896567`, `2026-11-12T01:27:49.000+05:30` or `2026-11-09 02:00:54`
 * (India); else null.
 */
function momentOf(text: string | null): number | null {
  const plain = text?.trim() ?? '';
  if (/^\d{10}(?:\.\d+)?$/.test(plain)) return Math.round(Number(plain) * 1000);
  if (/^\d{13}(?:\.\d+)?$/.test(plain)) return Math.round(Number(plain));
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(plain);
  if (!parts) return null;
  const zone = (parts[3] ?? '+05:30').replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const ms = Date.parse(`${parts[1]}T${parts[2]}${zone}`);
  return Number.isNaN(ms) ? null : ms;
}

type SigningApp = 'capcom6' | 'smsforwarder';

/** The app that can sign what it posts and goes by this name in the settings, or null. */
export function signingApp(name: string): SigningApp | null {
  const plain = plainName(name);
  if (/^(?:capcom|smsgate|androidsmsgate)/.test(plain)) return 'capcom6';
  return /^(?:smsforwarder|smsf$|pppscn)/.test(plain) ? 'smsforwarder' : null;
}

export interface ForwarderSignature {
  app: SigningApp;
  signature: string;
  /** Part of what is signed, as sent. */
  timestamp: string;
  /**
   * SmsForwarder signs only the time: its signature shows that the app knows the secret, not that
   * the text is its own.
   */
  coversText: boolean;
}

/** Which signature a request carries, or null. Whether it is right is the server's business. */
export function forwarderSignature(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  fields: readonly { name: string; value: string }[],
): ForwarderSignature | null {
  const header = (name: string) => [headers[name] ?? []].flat()[0];
  const [signature, timestamp] = [header('x-signature'), header('x-timestamp')];
  if (signature && timestamp) return { app: 'capcom6', signature, timestamp, coversText: true };
  const sign = fields.find((field) => field.name === 'sign')?.value;
  const stamp = fields.find((field) => field.name === 'timestamp')?.value;
  return sign && stamp ? { app: 'smsforwarder', signature: sign, timestamp: stamp, coversText: false } : null;
}
