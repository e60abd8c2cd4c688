import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { envExample } from '#server/env.ts';

/** `npm run env:example`: writes `.env.example` from the table of variables in `server/env.ts`. */
writeFileSync(path.join(import.meta.dirname, '..', '.env.example'), envExample());
