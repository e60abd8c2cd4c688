import { proveMails } from './prove-mails.ts';
import { messageReport, proveSms, proveWebhooks } from './prove-messages.ts';
import { proveStatements, statementReport } from './prove-statements.ts';

/**
 * `npm run prove -- FOLDER`: reads the messages, mails and statements of a folder in the format of
 * demo/credits, compares them with what they are known to say and prints how they are read and
 * every fault. Exits with 1 when there is a fault.
 */
type Kind = (folder: string) => Promise<{ report: string; faults: number } | null>;

const countFaults = (proofs: readonly { faults: readonly string[] }[]) =>
  proofs.filter(({ faults }) => faults.length > 0).length;

const KINDS: readonly Kind[] = [
  async (folder) => {
    const proofs = await proveStatements(folder);
    return proofs && { report: statementReport(proofs), faults: countFaults(proofs) };
  },
  async (folder) => {
    const proofs = proveSms(folder);
    return proofs && { report: messageReport('sms', proofs), faults: countFaults(proofs) };
  },
  async (folder) => {
    const proofs = proveWebhooks(folder);
    return proofs && { report: messageReport('requests', proofs), faults: countFaults(proofs) };
  },
  async (folder) => {
    const proofs = await proveMails(folder);
    return proofs && { report: messageReport('mails', proofs), faults: countFaults(proofs) };
  },
];

const folder = process.argv[2];
if (!folder) {
  console.error('Please name a folder: npm run prove -- demo/credits');
  process.exit(2);
}
const results = (await Promise.all(KINDS.map((prove) => prove(folder)))).filter((result) => result !== null);
for (const { report } of results) console.log(report);
if (results.length === 0) console.error(`Nothing to prove in ${folder}.`);
process.exit(results.length > 0 && results.every(({ faults }) => faults === 0) ? 0 : 1);
