'use client';

export default function GlobalError() {
  return (
    <html lang="en">
      <body>The page failed.</body>
    </html>
  );
}
