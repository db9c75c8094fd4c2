import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate for `localhost` that nobody has signed, and its key, as files in this folder. */
export async function makeCertificate(folder: string): Promise<{ key: string; certificate: string }> {
  const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') };
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', ...kind, '-keyout', files.key, '-out', files.certificate, ...names]);
  return files;
}
