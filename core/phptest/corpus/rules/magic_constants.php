<?php
namespace N;
// __LINE__ and its kin know where they are written.
trait T { function t() { return [__TRAIT__, __CLASS__, __FUNCTION__, __METHOD__]; } }
class C { use T; function m() { return [__CLASS__, __FUNCTION__, __METHOD__, __NAMESPACE__, __LINE__]; } }
function f() { return [__FUNCTION__, __CLASS__, basename(__FILE__), basename(__DIR__) !== '']; }
echo json_encode([(new C)->t(), (new C)->m(), f(), __LINE__, __NAMESPACE__]), "\n";
