import { ImageResponse } from 'next/og';

export const size = { width: 120, height: 63 };

export default function OpenGraphImage() {
  return new ImageResponse(<div style={{ display: 'flex' }}>Team</div>, size);
}
