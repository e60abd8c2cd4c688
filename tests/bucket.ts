import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An in-memory bucket; `requests` are the requests it got, in order. */
export async function bucket() {
  const objects = new Map<string, Buffer>();
  const requests: { method: string; path: string; signature: string; date: string }[] = [];
  let broken: boolean | 'late' = false;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({
      method,
      path: url,
      signature: headers.authorization ?? '',
      date: String(headers['x-amz-date'] ?? ''),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (broken === true) response.writeHead(403).end();
    else if (method === 'PUT') {
      objects.set(url, Buffer.concat(chunks));
      response.writeHead(broken ? 403 : 200).end();
    } else if (method === 'DELETE') {
      objects.delete(url);
      response.writeHead(204).end();
    } else if (objects.has(url)) response.end(objects.get(url));
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    objects,
    requests,
    /** `late`: it stores what it gets, and its response is lost. */
    fail: (on: typeof broken) => {
      broken = on;
    },
    s3: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures`,
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret',
      region: 'ap-south-1',
    },
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** The address and the keys of a bucket whose server is down. */
export async function goneBucket() {
  await using gone = await bucket();
  return gone.s3;
}
