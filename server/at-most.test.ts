import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

/** Work that ends when told, and a list of what has begun. */
function bench() {
  const begun: string[] = [];
  const end = new Map<string, (failed?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      end.set(name, (failed) => (failed ? reject(failed) : resolve(name)));
    });
  return { begun, work, end: (name: string, failed?: Error) => end.get(name)?.(failed) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('two run at once, two wait, and the next is told to come back', async () => {
  const inTurn = atMost(2, 2);
  const { begun, work, end } = bench();
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)));
  await expect(inTurn(work('e'))).rejects.toMatchObject({ name: 'ShopError', code: 'busy' });
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await soon();
  expect(begun).toEqual(['a', 'b', 'c']);
  const later = inTurn(work('f'));
  end('a');
  end('c');
  await soon();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'f']);
  end('d');
  end('f');
  expect(await Promise.all([...all, later])).toEqual(['a', 'b', 'c', 'd', 'f']);
});

test('work that fails gives its place to the next', async () => {
  const inTurn = atMost(1, 1);
  const { begun, work, end } = bench();
  const first = inTurn(work('a'));
  const second = inTurn(work('b'));
  end('a', new Error('no'));
  await expect(first).rejects.toThrow('no');
  await soon();
  end('b');
  expect(await second).toBe('b');
  expect(begun).toEqual(['a', 'b']);
  const third = inTurn(work('c'));
  end('c');
  expect(await third).toBe('c');
});

test('who goes ahead waits before the others, also when nobody else may wait', async () => {
  const inTurn = atMost(1, 1);
  const { begun, work, end } = bench();
  const all = [inTurn(work('a')), inTurn(work('b')), inTurn(work('ahead'), true)];
  for (const name of ['a', 'ahead', 'b']) {
    end(name);
    await soon();
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'ahead']);
  expect(begun).toEqual(['a', 'ahead', 'b']);
});
