import { REFERENCE_MINIMUM_FEES } from '../minimum-fees.js';
import type { NetworkParameters } from '../network.js';
import { GENESIS_VOTES, REFERENCE_RULES, REFERENCE_TIMING } from './reference.js';

/** The public main network of the reference (spec 01 §4, §5). */
export const MAIN: NetworkParameters = {
  ...REFERENCE_TIMING,
  name: 'main',
  networkId: 'MAIN_NET',
  directory: 'main',
  magic: 'ff421d1a',
  p2pPort: 8920,
  rpcPort: 18900,
  addressVersion: 73,
  wifVersion: 153,
  extendedKeys: { publicPrefix: '4c1d3d5f', privatePrefix: '4c233f4b' },
  forks: { systemGenesis: 4109388, r2: 4109588, r3: 11776688, r3_5: 19866000 },
  genesis: {
    time: 1525404897,
    nonce: 108,
    hash: 'a00d5d179450975237482f20f5cd688cac689eb83bc2151d561bfe720185dc13',
    initKey: '037671de4799dbf919effa034bbcaadd78c8a942adeebe7d71155304979a02802a',
    holderKey: '0226d8c242052560b3ec7c75d45ba3a8cb187ff2c21a9e96cb8755eeefd50bcdca',
    delegateKeys: [
      '02d5b0c28802250ff0e48ba1961b79337b1ed4c2a7e695f5b0b41c6777b1bd2bcf',
      '02e829790a0bcfc5b62547a38ef2880dd653df61d52d1523d22e0d5431fc0bae3b',
      '03145134d18bbcb1da64adb201d1234f57b3daee8bb7d0bcbe7c27b53edadcab59',
      '033425e0f00180897f7e7a1756f74257d3214b36f960cb087861068735c485d403',
      '021a8f295c89311c2b9f949cca49d12d83321e373f74c8d7d8bf011f5e2adc1668',
      '026e75eecd92704426391312c52748c4b643d5ac34b49e9381d4878a0217f6d18a',
      '02bf65df9f193ac3e9f2353ea03b51b499156c228d4d285bb7e91bca28e7108554',
      '0295b340f643042e6d41cf248e6bc3135f83a69426a094d80bc7c9a96178d08550',
      '036ca3212b053f168c98e96456b1bce42ade96af674a3e3faa4e8cfd18c422a65a',
      '024000ff8aee862f3a5768065c06f3d0d87229099cde8abdb89c391fcf0bae8f83',
      '0260b67e343d21a039d2f46eb1c51e6ad46bd83c58af962ab06af06e5487e4d005',
    ],
    votesPerDelegate: GENESIS_VOTES,
    voteSignature: '025e1310343d57f20740eeb32820a105a9372fb489028fea5471fa512168e75ce1',
    allocations: [],
    governanceKey: '028593c9bf1fee77085f5164ba5a8c385e7c3710de2fd8fa1d00748a1469b2176f',
    matcherKey: '03c89c66ee32e26ee2c1bf624dc01d6d3e8eb9a09d0a0c86383944871054c1fcc6',
  },
  producerCountDelay: 3600,
  subsidyPeriods: { beforeR2: 3_153_600, fromR2: 10_512_000 },
  minimumFees: REFERENCE_MINIMUM_FEES,
  standardTransactionsOnly: true,
  mended: { ...REFERENCE_RULES, voteMigrationHeight: 4109587 },
  development: undefined,
};
