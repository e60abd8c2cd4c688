import { expect, test } from 'vitest';
import { AuditQuery, differences } from '../audit/audit.ts';
import { checkChangePassword, checkTeamMember, deviceName, shortAddress, TeamInput } from './staff.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1', 'Chrome on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/19.0 Safari/605', 'Safari on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.0', 'Unknown device'],
  ['', 'Unknown device'],
])('%s is %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:x'],
  ['', ''],
])('the address %s is shortened to %s', (address, short) => {
  expect(shortAddress(address)).toBe(short);
});

test.each([
  [
    { currentPassword: '', newPassword: '', confirmPassword: '' },
    {
      currentPassword: 'Current password is required',
      newPassword: 'New password is required',
      confirmPassword: 'Please confirm your password',
    },
  ],
  [
    { currentPassword: 'old one', newPassword: 'short', confirmPassword: 'other' },
    { newPassword: 'Password must be at least 6 characters', confirmPassword: 'Passwords do not match' },
  ],
  [
    { currentPassword: 'the same', newPassword: 'the same', confirmPassword: 'the same' },
    { newPassword: 'The new password must differ from the current one.' },
  ],
  [{ currentPassword: 'old one', newPassword: 'a new one', confirmPassword: 'a new one' }, {}],
])('change of password %j', (form, errors) => {
  expect(checkChangePassword(form)).toEqual(errors);
});

test('a team member requires a name, an email and a role', () => {
  expect(checkTeamMember({ name: ' ', email: '' })).toEqual({ name: 'Name is required', email: 'Email is required' });
  expect(checkTeamMember({ name: 'Meera', email: 'meera' })).toEqual({ email: 'Email is invalid' });
  expect(TeamInput.parse({ name: ' Meera\r\nNair ', email: ' M@Shop.IN ', role: 'admin', more: 1 })).toEqual({
    name: 'Meera Nair',
    email: 'm@shop.in',
    role: 'admin',
  });
  expect(TeamInput.safeParse({ name: 'M', email: 'm@shop.in', role: 'owner' }).success).toBe(false);
});

test.each([
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: 'b', before: 2, after: 3 }]],
  [{ a: { b: { c: 1 } } }, { a: { b: {} } }, [{ path: 'a.b.c', before: 1, after: undefined }]],
  [{ tags: ['x'] }, { tags: ['x', 'y'] }, [{ path: 'tags', before: ['x'], after: ['x', 'y'] }]],
  [null, { name: 'A' }, [{ path: 'name', before: undefined, after: 'A' }]],
  [{ name: 'A' }, null, [{ path: 'name', before: 'A', after: undefined }]],
  ['pending', 'confirmed', [{ path: '', before: 'pending', after: 'confirmed' }]],
  [{ a: 1 }, { a: 1 }, []],
])('%j to %j', (before, after, rows) => {
  expect(differences(before, after)).toEqual(rows);
});

test('the audit log accepts each filter once, and valid days', () => {
  expect(AuditQuery.parse({ text: ' ORD1\u0000 ', from: '2026-11-20' })).toEqual({ text: 'ORD1', from: '2026-11-20' });
  for (const wrong of [{ from: '20.11.2026' }, { to: '2026-13-01' }, { before: "1' or 1=1" }, { text: ['a', 'b'] }]) {
    expect(AuditQuery.safeParse(wrong).success).toBe(false);
  }
});
