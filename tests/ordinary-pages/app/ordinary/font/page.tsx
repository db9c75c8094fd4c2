import localFont from 'next/font/local';
import { Hydrated } from '../hydrated';

const font = localFont({ src: '../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf' });

export default function Page() {
  return (
    <div className={font.className}>
      <Hydrated />
    </div>
  );
}
