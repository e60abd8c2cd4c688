import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { remedyOf, WHEN_DAMAGED, WHEN_FULL, withRemedy } from './remedies.ts';

afterEach(() => vi.restoreAllMocks());

const sqlite = (errcode: number) => Object.assign(new Error('no'), { errcode });
const system = (code: string) => Object.assign(new Error('no'), { code });

test.each([
  ['damaged', sqlite(11), WHEN_DAMAGED],
  ['no database', sqlite(26), WHEN_DAMAGED],
  ['full', sqlite(13), WHEN_FULL],
  ['an error of the disk', sqlite(778), WHEN_FULL],
  ['no space for a file', system('ENOSPC'), WHEN_FULL],
  ['a full disk of PostgreSQL', system('53100'), WHEN_FULL],
  [
    'locked',
    sqlite(5),
    'Close open sqlite3 shells, and end commands of the shop that hang: sudo fuser -v /srv/shop.db lists them.',
  ],
  ['another error', system('23505'), null],
])('%s', (_, error, action) => expect(remedyOf(error, '/srv/shop.db')).toBe(action));

test('what belongs to another user, and what does not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-owner-'));
  const file = path.join(folder, 'shop.db');
  await writeFile(file, '');
  const { uid, username } = userInfo();
  const owner = uid === 0 ? 'root' : `the user ${uid}`;
  for (const [error, at] of [
    [sqlite(8), file],
    [sqlite(14), file],
    [system('EACCES'), folder],
  ] as const) {
    expect(remedyOf(error, at)).toMatch(
      `Let ${username} write ${at}. If its disk is mounted read-only (findmnt -T ${folder})`,
    );
    vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    expect(remedyOf(error, at)).toBe(
      `${at} belongs to ${owner}: sudo chown -R ${username}: ${folder}, then restart the shop.`,
    );
    vi.restoreAllMocks();
  }
  await rm(folder, { recursive: true });
  expect(remedyOf(sqlite(14), file)).toMatch(`Let ${username} write ${file}.`);
});

test('an archive that cannot be read says nothing about the database', () => {
  const unreadable = Object.assign(system('EACCES'), { path: '/root/backup.tar.gz' });
  expect(withRemedy('The shop cannot be restored', unreadable, '/srv/shop.db')).toBe(unreadable);
  expect(withRemedy('The shop cannot be restored', system('ENOSPC'), '/srv/shop.db')).toMatchObject({
    message: `The shop cannot be restored: no. ${WHEN_FULL}`,
  });
});
