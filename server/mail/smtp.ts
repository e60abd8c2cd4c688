/**
 * Connects to the mail server and signs in, without sending anything.
 *
 * @throws Error when the server refuses or is silent for 5 s
 */
export async function verifySmtp(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
