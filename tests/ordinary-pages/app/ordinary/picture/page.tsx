import Image from 'next/image';
import { Hydrated } from '../hydrated';
import picture from './picture.png';

export default function Page() {
  return (
    <>
      <Image src={picture} alt="" placeholder="blur" />
      <div style={{ position: 'relative', height: 20 }}>
        <Image src={picture} alt="" fill />
      </div>
      <Hydrated />
    </>
  );
}
