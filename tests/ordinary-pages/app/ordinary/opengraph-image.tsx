import { ImageResponse } from 'next/og';

export const size = { width: 64, height: 64 };

export default function Image() {
  return new ImageResponse(<div style={{ background: 'green', width: '100%', height: '100%' }} />, size);
}
