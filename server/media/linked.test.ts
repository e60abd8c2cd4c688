import dns from 'node:dns';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { testApp } from '#tests/app.ts';

const HOST = 'pictures.example.test';
const image = (name: string) => ({ url: `https://${HOST}/${name}`, alt: 'Almonds', uploadType: 'url' });

test('the server stores the address of a linked picture and never requests it', async () => {
  await using t = await testApp({ seed: 'demo' });
  const asked: string[] = [];
  const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    asked.push(JSON.stringify(args));
    return this.destroy();
  });
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((name: string) => asked.push(name)) as never);
  const toLinked = () => asked.filter((text) => text.includes(HOST));
  try {
    const auth = t.auth(await t.adminToken());
    const { categories } = (await t.get('/api/categories')).body;
    const body = {
      name: 'Linked Almonds',
      description: 'Crisp',
      category: categories[0].slug,
      images: [image('a.jpg')],
      sizes: [{ size: '250g', price: 299, originalPrice: 349, stock: 5 }],
    };
    const created = await t.post('/api/products', body, auth);
    expect(created.status).toBe(201);
    const { id, images } = created.body.product;
    expect(images).toMatchObject([{ url: `https://${HOST}/a.jpg` }]);
    expect((await t.get(`/api/products/${id}`)).status).toBe(200);
    expect((await t.get('/api/products?limit=100')).status).toBe(200);
    expect((await t.get(`/media/${HOST}/a.jpg`)).status).toBe(404);
    expect(toLinked()).toEqual([]);
    // The spies see a request that is made.
    await fetch(`https://${HOST}/a.jpg`).catch(() => null);
    expect(toLinked()).not.toEqual([]);
  } finally {
    connect.mockRestore();
    lookup.mockRestore();
  }
});
