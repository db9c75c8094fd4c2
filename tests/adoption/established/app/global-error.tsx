'use client';

export default function OwnGlobalError() {
  return (
    <html>
      <body>
        <p>Our own words, for the whole page.</p>
      </body>
    </html>
  );
}
